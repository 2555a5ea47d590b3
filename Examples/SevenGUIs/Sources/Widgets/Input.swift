import CGTK

/// A key, as far as the tasks have a use for it.
public enum WidgetKey: Sendable {
  case up, down, left, right, enter, escape, menu, delete
  case character(Character)

  init?(_ value: guint, _ state: GdkModifierType) {
    switch Int32(value) {
    case GDK_KEY_Up: self = .up
    case GDK_KEY_Down: self = .down
    case GDK_KEY_Left: self = .left
    case GDK_KEY_Right: self = .right
    case GDK_KEY_Return, GDK_KEY_KP_Enter: self = .enter
    case GDK_KEY_Escape: self = .escape
    case GDK_KEY_Menu: self = .menu
    case GDK_KEY_Delete, GDK_KEY_BackSpace: self = .delete
    default:
      guard state.rawValue & (GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue) == 0,
        let scalar = Unicode.Scalar(gdk_keyval_to_unicode(value)), scalar.value >= 0x20, scalar.value != 0x7F
      else { return nil }
      self = .character(Character(scalar))
    }
  }
}

public struct WidgetPoint: Sendable {
  public var x: Double
  public var y: Double
  /// 2 for the second press of a double click.
  public var count = 1
}

extension Widget {
  /// Calls `click` at each press of a button of the mouse: 1 is the primary one, 3 the one for menus.
  public func onClick(button: UInt32 = 1, _ click: @escaping @MainActor (WidgetPoint) -> Void) {
    let action = Action<WidgetPoint> {
      click($0)
      return true
    }
    gui_connect_click(
      pointer, button,
      { data, count, x, y, _ in _ = Action.call(data, WidgetPoint(x: x, y: y, count: Int(count))) },
      action.retained(), releaseActionOfSignal)
  }

  public func onMotion(_ move: @escaping @MainActor (WidgetPoint) -> Void) {
    let action = Action<WidgetPoint> {
      move($0)
      return true
    }
    gui_connect_motion(
      pointer, { data, x, y, _ in _ = Action.call(data, WidgetPoint(x: x, y: y)) }, action.retained(),
      releaseActionOfSignal)
  }

  /// Makes the widget able to have the keyboard; a closure that returns false has no use for a key.
  public func onKey(_ press: @escaping @MainActor (WidgetKey) -> Bool) {
    gtk_widget_set_focusable(pointer, 1)
    gui_connect_key(
      pointer,
      { data, key, _, state, _ in WidgetKey(key, state).map { Action.call(data, $0) } ?? 0 },
      Action<WidgetKey>(press).retained(), releaseActionOfSignal)
  }
}
