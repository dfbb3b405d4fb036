import Dropbox from '@uppy/dropbox';
import GoogleDrive from '@uppy/google-drive';
import OneDrive from '@uppy/onedrive';
import Url from '@uppy/url';
import type { UploadBody, Uploader, UploadMeta } from './uploader.ts';

/** Files that a Companion server fetches from elsewhere and puts into the storage itself. */
export function addRemoteSources(uppy: Uploader, companionUrl: string): void {
  const options = { companionUrl };
  uppy.use(GoogleDrive<UploadMeta, UploadBody>, options);
  uppy.use(Dropbox<UploadMeta, UploadBody>, options);
  uppy.use(OneDrive<UploadMeta, UploadBody>, options);
  uppy.use(Url<UploadMeta, UploadBody>, options);
}
