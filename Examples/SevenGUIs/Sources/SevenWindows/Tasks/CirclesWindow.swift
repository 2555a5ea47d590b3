import CGTK
import Millrace
import SevenTasks
import Widgets

@MainActor
func circlesView(_ store: Store<CircleDrawer, CircleDrawer.Message>) -> Widget {
  let drawing = Drawing("Canvas", width: Int32(CircleDrawer.width), height: Int32(CircleDrawer.height)) {
    context in
    store.withState { draw($0, context) }
  }
  drawing.onMotion { store.send(.point(Point(x: $0.x, y: $0.y))) }
  drawing.onPress { point, isMenu in
    store.send(.point(Point(x: point.x, y: point.y)))
    store.send(isMenu ? .openMenu : .draw)
  }
  drawing.onKey { press($0, store) }
  let undo = Button("Undo") { store.send(.undo) }
  let redo = Button("Redo") { store.send(.redo) }
  let menu = Popover(at: drawing, Button("Adjust diameter") { store.send(.adjust) }) {
    store.send(.closeMenu)
  }
  let diameter = Slider("Diameter", in: CircleDrawer.diameters, step: 5) { store.send(.setDiameter($0)) }
  let close = Button("Close") { store.send(.closeDialog) }
  let dialog = Row(Form(diameter), close)

  store.observe(\.circles, owner: drawing) { drawing, _ in drawing.redraw() }
  store.observe(\.selection, owner: drawing) { drawing, _ in drawing.redraw() }
  store.observe(\.summary, owner: drawing, initial: true) { $0.summary = $1 }
  store.observe(\.canUndo, owner: undo, initial: true) { $0.isEnabled = $1 }
  store.observe(\.canRedo, owner: redo, initial: true) { $0.isEnabled = $1 }
  store.observe(\.isMenuOpen, owner: menu) { menu, isOpen in
    if isOpen, let point = store.pointer { menu.open(x: point.x, y: point.y) } else { menu.close() }
  }
  store.observe(\.diameter, owner: dialog, initial: true) { $0.isVisible = $1 != nil }
  store.observe(\.diameter, owner: diameter) { if let value = $1 { $0.value = value } }
  return Column(drawing, Row(undo, redo), dialog)
}

@MainActor
private func draw(_ drawer: CircleDrawer, _ context: OpaquePointer) {
  let selection = drawer.selection
  cairo_set_source_rgb(context, 1, 1, 1)
  cairo_paint(context)
  for (id, circle) in drawer.circles {
    cairo_arc(context, circle.center.x, circle.center.y, circle.diameter / 2, 0, 2 * .pi)
    if id == selection {
      cairo_set_source_rgb(context, 0.75, 0.75, 0.75)
      cairo_fill_preserve(context)
    }
    cairo_set_source_rgb(context, 0.1, 0.1, 0.1)
    cairo_stroke(context)
  }
}

/// The keyboard in the place of the mouse: arrows move the pointer, return draws, the menu key opens the
/// menu.
@MainActor
private func press(_ key: WidgetKey, _ store: Store<CircleDrawer, CircleDrawer.Message>) -> Bool {
  let pointer = store.pointer ?? Point(x: CircleDrawer.width / 2, y: CircleDrawer.height / 2)
  switch key {
  case .up: store.send(.point(Point(x: pointer.x, y: pointer.y - 10)))
  case .down: store.send(.point(Point(x: pointer.x, y: pointer.y + 10)))
  case .left: store.send(.point(Point(x: pointer.x - 10, y: pointer.y)))
  case .right: store.send(.point(Point(x: pointer.x + 10, y: pointer.y)))
  case .enter, .character(" "):
    store.send(.point(pointer))
    store.send(.draw)
  case .menu, .character("m"): store.send(.openMenu)
  default: return false
  }
  return true
}
