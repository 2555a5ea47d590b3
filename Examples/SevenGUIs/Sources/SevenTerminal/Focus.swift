import Terminal

/// The control that has the keyboard, and its cursor: all the state that the terminal adds.
struct Focus: Equatable {
  private var name: String?
  private var input = TextInput()

  /// The position of the focused control; at first an area, or else the first that can have the focus.
  func index<Message>(in controls: [Control<Message>]) -> Int? {
    controls.firstIndex { $0.name == name && $0.isFocusable } ?? controls.firstIndex(where: \.isArea)
      ?? controls.firstIndex(where: \.isFocusable)
  }

  mutating func move<Message>(by step: Int, in controls: [Control<Message>]) {
    let places = controls.indices.filter { controls[$0].isFocusable }
    guard let now = index(in: controls).flatMap({ places.firstIndex(of: $0) }) else { return }
    name = controls[places[(now + step + places.count) % places.count]].name
  }

  mutating func move(to name: String) { self.name = name }

  /// The cursor in the text of a focused field.
  func cursor(in text: String) -> Int { input.text == text ? input.cursor : text.count }

  /// Returns the messages that a key leads to; nil for a key that the focused control has no use for.
  mutating func press<Message>(_ key: Key, in controls: [Control<Message>]) -> [Message]? {
    guard let index = index(in: controls) else { return nil }
    let control = controls[index]
    name = control.name
    switch control.kind {
    case .text, .gauge: return nil
    case .button(let message): return key == .enter || key == " " ? [message] : nil
    case .field(let message, let onEnter):
      if key == .enter { return onEnter.map { [$0] } }
      if input.text != control.text { input = TextInput(control.text) }
      guard input.edit(key) else { return nil }
      return input.text == control.text ? [] : [message(input.text)]
    case .choice(let options, let message):
      guard let now = options.firstIndex(of: control.text) else { return nil }
      switch key {
      case .right, .enter, " ": return [message((now + 1) % options.count)]
      case .left: return [message((now + options.count - 1) % options.count)]
      default: return nil
      }
    case .slider(let value, let range, let step, let message):
      switch key {
      case .right: return [message(min(value + step, range.upperBound))]
      case .left: return [message(max(value - step, range.lowerBound))]
      default: return nil
      }
    case .list(let rows, let selected, let message):
      guard !rows.isEmpty else { return nil }
      switch key {
      case .down: return [message(min((selected ?? -1) + 1, rows.count - 1))]
      case .up: return [message(max((selected ?? rows.count) - 1, 0))]
      default: return nil
      }
    case .area(let area): return area.key(key).map { [$0] }
    }
  }
}
