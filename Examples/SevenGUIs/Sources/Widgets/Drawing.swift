import CGTK

/// A widget that draws itself, with Cairo.
public final class Drawing: Widget {
  private var pressPoint: (@MainActor (WidgetPoint, _ isMenu: Bool) -> Void)?

  public init(
    _ name: String, width: Int32, height: Int32,
    _ draw: @escaping @MainActor (_ context: OpaquePointer) -> Void
  ) {
    super.init(gtk_drawing_area_new(), name: name)
    let action = Action<OpaquePointer> {
      draw($0)
      return true
    }
    gui_drawing_set(
      pointer, width, height,
      { _, context, _, _, data in
        if let context { _ = Action.call(data, context) }
      }, action.retained(), releaseAction)
  }

  /// Calls `press` at each press of the primary button, and of the one for menus.
  public func onPress(_ press: @escaping @MainActor (_ point: WidgetPoint, _ isMenu: Bool) -> Void) {
    pressPoint = press
    onClick { press($0, false) }
    onClick(button: 3) { press($0, true) }
  }

  /// Does what a press does.
  public func press(x: Double, y: Double, isMenu: Bool) { pressPoint?(WidgetPoint(x: x, y: y), isMenu) }

  public func redraw() { gtk_widget_queue_draw(pointer) }
}
