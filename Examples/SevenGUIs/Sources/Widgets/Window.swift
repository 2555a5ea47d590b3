import CGTK

/// A window.
///
/// It ends when it is closed, and with it what its widgets hold, such as a store.
public final class Window: Widget {
  /// - Parameter close: Called when a person closes the window; it is to call ``end()``.
  public init(_ title: String, _ content: Widget, close: @escaping @MainActor () -> Void) {
    super.init(gtk_window_new(), name: title, children: [content])
    content.setStyle("content", true)
    gui_window_set(pointer, title, content.pointer)
    connect("close-request", close)
  }

  public func present() { gui_window_present(pointer) }

  /// Does what its closing button does.
  public func close() { gui_window_close(pointer) }

  /// Takes it from the screen, with all in it.
  public func end() {
    // A widget must not end before what hangs at it.
    for case let popover as Popover in all { popover.detach() }
    gui_window_destroy(pointer)
  }

  /// Writes a picture of it into a PNG file; returns false if it could not.
  public func picture(to file: String) -> Bool { gui_window_picture(pointer, file) }

  /// Adds rules of style for all windows.
  public static func addStyle(_ css: String) { gui_add_style(css) }
}

/// A small window at a point of another widget.
public final class Popover: Widget {
  public init(at parent: Widget, _ content: Widget, closed: @escaping @MainActor () -> Void) {
    super.init(gtk_popover_new(), children: [content])
    gui_popover_set(pointer, parent.pointer, content.pointer)
    parent.children.append(self)
    connect("closed", closed)
  }

  public func open(x: Double, y: Double) { gui_popover_open(pointer, Int32(x), Int32(y)) }
  public func close() { gui_popover_close(pointer) }

  func detach() { gtk_widget_unparent(pointer) }
}
