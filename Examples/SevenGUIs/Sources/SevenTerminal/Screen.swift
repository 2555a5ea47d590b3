import Millrace
import SevenSession
import Terminal

/// A task on the terminal, whatever its state is.
@MainActor
protocol TaskScreen: AnyObject {
  var tickers: Int { get }
  var onChange: (() -> Void)? { get set }
  var shown: [ShownControl] { get }
  /// Returns false for a key that has no meaning.
  func press(_ key: Key) -> Bool
  func canvas(title: String, width: Int, height: Int) -> Canvas

  // For sessions, see `Stage`.
  func press(_ name: String) throws(StageError)
  func press(_ name: String, x: Double, y: Double, isMenu: Bool) throws(StageError)
  func set(_ name: String, to text: String) throws(StageError)
  func enter(_ name: String) throws(StageError)
  func text(of name: String) -> String?
}

/// A store and its view; the store ends with the screen.
@MainActor
final class Screen<State, Message: Sendable>: TaskScreen {
  let store: Store<State, Message>
  private let view: (State) -> [Control<Message>]
  private let countTickers: (State) -> Int
  var focus = Focus()
  var onChange: (() -> Void)?

  init(
    _ store: Store<State, Message>, tickers: @escaping (State) -> Int = { _ in 0 },
    _ view: @escaping (State) -> [Control<Message>]
  ) {
    self.store = store
    self.view = view
    countTickers = tickers
    store.observeState(owner: self) { screen, _ in screen.onChange?() }
  }

  var controls: [Control<Message>] { store.withState { view($0) } }
  var tickers: Int { store.withState { countTickers($0) } }
  var shown: [ShownControl] { controls.map(\.shown) }

  // MARK: Keys

  func press(_ key: Key) -> Bool {
    let controls = controls
    if let messages = focus.press(key, in: controls) {
      for message in messages { store.send(message) }
    } else {
      switch key {
      case .tab, .down: focus.move(by: 1, in: controls)
      case .backtab, .up: focus.move(by: -1, in: controls)
      default: return false
      }
    }
    onChange?()
    return true
  }

  // MARK: Drawing

  func canvas(title: String, width: Int, height: Int) -> Canvas {
    var canvas = Canvas(width: width, height: height)
    canvas.write(title, row: 0, column: 1, style: Style(isBold: true))
    let controls = controls
    let focused = focus.index(in: controls)
    let labelWidth = controls.filter(\.isLabelled).map { TextWidth.of($0.name) }.max() ?? 0
    var row = 2
    for (index, control) in controls.enumerated() {
      control.draw(
        on: &canvas, row: row, labelWidth: labelWidth, focus: index == focused ? focus : nil)
      row += control.height
    }
    canvas.write(
      "Tab: next   Enter: press   Esc: close", row: height - 1, column: 1, style: Style(isDim: true))
    return canvas
  }
}
