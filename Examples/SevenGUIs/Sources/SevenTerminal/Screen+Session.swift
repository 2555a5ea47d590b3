import Millrace
import SevenSession
import SevenTasks
import Terminal

// A session uses a screen by names: it presses keys where there are keys for it, and does what a mouse would.
extension Screen {
  func press(_ name: String) throws(StageError) {
    guard let control = controls.first(where: { $0.name == name }) else { return try press(item: name) }
    guard control.isEnabled else { throw .disabled(name) }
    guard case .button = control.kind else { throw .notFor(name) }
    focus.move(to: name)
    _ = press(.enter)
  }

  /// Presses a row of a list, or an item of an area.
  private func press(item name: String) throws(StageError) {
    for control in controls {
      switch control.kind {
      case .area(let area):
        if let message = area.item(name) {
          store.send(message)
          return
        }
      case .list(let rows, _, let message):
        if let index = rows.firstIndex(of: name) {
          store.send(message(index))
          return
        }
      default: break
      }
    }
    throw .noControl(name)
  }

  func press(_ name: String, x: Double, y: Double, isMenu: Bool) throws(StageError) {
    guard case .area(let area) = try control(name).kind else { throw .notFor(name) }
    for message in area.point(x, y, isMenu) { store.send(message) }
  }

  func set(_ name: String, to text: String) throws(StageError) {
    let control = try control(name)
    switch control.kind {
    case .field:
      focus.move(to: name)
      for key in [Key.end, .control("u")] { _ = press(key) }
      if !text.isEmpty { _ = press(.paste(text)) }
    case .choice(let options, let message):
      guard let index = options.firstIndex(of: text) else { throw .noOption(text, of: name) }
      store.send(message(index))
    case .slider(_, _, _, let message):
      guard let value = DecimalText.number(text) else { throw .noOption(text, of: name) }
      store.send(message(value))
    default: throw .notFor(name)
    }
  }

  func enter(_ name: String) throws(StageError) {
    guard case .field = try control(name).kind else { throw .notFor(name) }
    focus.move(to: name)
    _ = press(.enter)
  }

  func text(of name: String) -> String? {
    let controls = controls
    if let control = controls.first(where: { $0.name == name }) { return control.text }
    for case .area(let area) in controls.map(\.kind) {
      if let text = area.text(name) { return text }
    }
    return nil
  }

  private func control(_ name: String) throws(StageError) -> Control<Message> {
    guard let control = controls.first(where: { $0.name == name }) else { throw .noControl(name) }
    guard control.isEnabled else { throw .disabled(name) }
    return control
  }
}
