import SevenSession
import Terminal

/// A part of a screen.
///
/// A view is a function from a state to the controls that show it, from top to bottom. A control holds no
/// state. What a person does with it becomes a message.
struct Control<Message> {
  enum Kind {
    case text
    case field((String) -> Message, onEnter: Message?)
    case button(Message)
    case choice([String], (Int) -> Message)
    case slider(Double, in: ClosedRange<Double>, step: Double, (Double) -> Message)
    case gauge(Double)
    case list([String], selected: Int?, (Int) -> Message)
    case area(Area<Message>)
  }

  let kind: Kind
  let name: String
  let text: String
  var isEnabled = true
  var problem: String?

  private init(_ kind: Kind, _ name: String, _ text: String) {
    self.kind = kind
    self.name = name
    self.text = text
  }

  static func text(_ name: String, _ text: String) -> Control { Control(.text, name, text) }

  static func field(
    _ name: String, _ text: String, isEnabled: Bool = true, problem: String? = nil, onEnter: Message? = nil,
    _ message: @escaping (String) -> Message
  ) -> Control {
    var control = Control(.field(message, onEnter: onEnter), name, text)
    control.isEnabled = isEnabled
    control.problem = isEnabled ? problem : nil
    return control
  }

  static func button(_ name: String, isEnabled: Bool = true, _ message: Message) -> Control {
    var control = Control(.button(message), name, "")
    control.isEnabled = isEnabled
    return control
  }

  static func choice(
    _ name: String, _ options: [String], selected: Int, _ message: @escaping (Int) -> Message
  ) -> Control {
    Control(.choice(options, message), name, options[selected])
  }

  static func slider(
    _ name: String, _ value: Double, in range: ClosedRange<Double>, step: Double,
    _ message: @escaping (Double) -> Message
  ) -> Control {
    Control(.slider(value, in: range, step: step, message), name, shownNumber(value))
  }

  static func gauge(_ name: String, _ fraction: Double) -> Control {
    Control(.gauge(fraction), name, shownPercent(fraction))
  }

  static func list(
    _ name: String, _ rows: [String], selected: Int?, _ message: @escaping (Int) -> Message
  ) -> Control {
    Control(.list(rows, selected: selected, message), name, shownList(rows, selected: selected))
  }

  static func area(_ name: String, _ text: String, _ area: Area<Message>) -> Control {
    Control(.area(area), name, text)
  }

  var isFocusable: Bool {
    switch kind {
    case .text, .gauge: false
    default: isEnabled
    }
  }

  var isArea: Bool { if case .area = kind { true } else { false } }

  var shown: ShownControl {
    let kind: ShownControl.Kind = if case .button = self.kind { .button } else { .other }
    return ShownControl(kind: kind, name: name, text: text, isEnabled: isEnabled, problem: problem)
  }
}

/// A part of a screen that draws itself and has keys of its own.
struct Area<Message> {
  var height: Int
  /// Draws into the rows from `row` on; `isFocused` is true while keys go to the area.
  var draw: (_ canvas: inout Canvas, _ row: Int, _ isFocused: Bool) -> Void
  var key: (Key) -> Message?
  /// The message of a press of a named item, such as a cell.
  var item: (String) -> Message? = { _ in nil }
  var text: (String) -> String? = { _ in nil }
  /// The messages of a press of a point.
  var point: (_ x: Double, _ y: Double, _ isMenu: Bool) -> [Message] = { _, _, _ in [] }
}
