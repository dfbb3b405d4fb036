/** Addresses that lead to this machine, its network or a cloud's metadata, in every spelling that URLs allow. */
export const INSIDE_HOSTS =
  `127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0177.0.0.1 017700000001 0177.0x0.1
  127.0.0.1. 127.255.255.254 0.0.0.0 0 00 0x0 10.0.0.1 10.255.255.255 0xa.0.0.1 167772161 172.16.0.1 172.31.255.255
  192.168.0.1 192.168.1.254 3232235521 169.254.169.254 0xa9fea9fe 2852039166 0251.0376.0251.0376 169.254.170.2
  168.63.129.16 100.64.0.1 100.100.100.200 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1
  239.255.255.250 240.0.0.1 255.255.255.255 １２７.０.０.１ ①②⑦.⓪.⓪.① 127。0。0。1
  [::1] [::] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:a9fe:a9fe] [::ffff:10.0.0.1] [::127.0.0.1]
  [::7f00:1] [64:ff9b::7f00:1] [64:ff9b::169.254.169.254] [2002:7f00:1::] [2001::1] [2001:db8::1] [fe80::1]
  [fc00::1] [fd00:ec2::254] [fec0::1] [ff02::1] [100::1] [3fff::1] localhost LOCALHOST localhost.`.split(
    /\s+/,
  );

/** What is no address of a page, or one with more in it than a page needs. */
export const FORBIDDEN_SCHEMES = [
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/plain,hi',
  'javascript:alert(1)',
  'dict://127.0.0.1:11211/stat',
  'ws://127.0.0.1/',
  'blob:http://127.0.0.1/x',
  'http://user:password@feeds.example/',
  'http://',
  '//127.0.0.1/',
  'not an address',
];
