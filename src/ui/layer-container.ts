/** Where menus, lists, popovers and tooltips are drawn: over the page, in a landmark of their own. */
export function layerContainer(): HTMLElement {
  const known = document.getElementById('layers');
  if (known) return known;
  const layers = document.createElement('div');
  layers.id = 'layers';
  layers.role = 'region';
  layers.ariaLabel = 'Menus';
  // An open dialog hides everything beside it from those who listen, but live regions: its own menus must stay.
  layers.ariaLive = 'off';
  document.body.append(layers);
  return layers;
}
