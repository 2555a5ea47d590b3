public import CGTK

/// A widget of GTK, under the name that assistive technology reads.
///
/// It is a handle: what it shows is in GTK, what it means is in a store.
@MainActor
open class Widget {
  public let pointer: UnsafeMutablePointer<GtkWidget>
  public let name: String
  /// The widgets in it, which it keeps.
  public internal(set) var children: [Widget]

  init(_ pointer: UnsafeMutablePointer<GtkWidget>?, name: String = "", children: [Widget] = []) {
    guard let pointer else { preconditionFailure("GTK made no widget; call MainLoop.start() first.") }
    self.pointer = pointer
    self.name = name
    self.children = children
    gui_keep(pointer)
    if !name.isEmpty { gui_set_name(pointer, name) }
  }

  isolated deinit { gui_release(pointer) }

  public var isEnabled: Bool {
    get { gtk_widget_get_sensitive(pointer) != 0 }
    set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
  }

  public var isVisible: Bool {
    get { gtk_widget_get_visible(pointer) != 0 }
    set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
  }

  /// A sentence about wrong content, shown as red and as a hint; nil for none.
  public var problem: String? {
    get { gtk_widget_get_tooltip_text(pointer).map { String(cString: $0) } }
    set {
      gtk_widget_set_tooltip_text(pointer, newValue)
      gui_set_invalid(pointer, newValue != nil)
      setStyle("error", newValue != nil)
    }
  }

  public func setStyle(_ name: String, _ isSet: Bool) {
    if isSet { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
  }

  /// A sentence about what it shows, for assistive technology.
  public var summary = "" {
    didSet { gui_set_description(pointer, summary) }
  }

  /// True if assistive technology reads its name.
  open var isNamed: Bool { gui_has_name(pointer, name) }

  public func expand() -> Self {
    gtk_widget_set_hexpand(pointer, 1)
    gtk_widget_set_vexpand(pointer, 1)
    return self
  }

  public func size(_ width: Int32, _ height: Int32) -> Self {
    gtk_widget_set_size_request(pointer, width, height)
    return self
  }

  /// Gives it the keyboard.
  public func focus() { gtk_widget_grab_focus(pointer) }

  func connect(_ signal: String, _ body: @escaping @MainActor () -> Void) {
    let action = Action<Void> {
      body()
      return true
    }
    gui_connect(pointer, signal, { Action.call($0, ()) }, action.retained(), releaseActionOfSignal)
  }

  /// The widget and all in it, in order.
  public var all: [Widget] { [self] + children.flatMap(\.all) }
  /// Of these, the ones that are not hidden.
  public var allVisible: [Widget] { isVisible ? [self] + children.flatMap(\.allVisible) : [] }
}
