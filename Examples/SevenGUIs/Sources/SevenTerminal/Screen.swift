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
  func focus(_ name: String)
  func press(item name: String) -> Bool
  func press(_ name: String, x: Double, y: Double, isMenu: Bool) -> Bool
  func text(ofItem name: String) -> String?
  func choices(of name: String) -> [String]?
  func slide(_ name: String, to value: Double) -> Bool
  func canvas(title: String, width: Int, height: Int) -> Canvas
}

/// A store and its view; the store ends with the screen.
@MainActor
final class Screen<State, Message: Sendable>: TaskScreen {
  private let store: Store<State, Message>
  private let view: (State) -> [Control<Message>]
  private let countTickers: (State) -> Int
  private var focus = Focus()
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

  private var controls: [Control<Message>] { store.withState { view($0) } }
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

  func focus(_ name: String) { focus.move(to: name) }

  // MARK: What a session does besides keys, as a mouse would

  func press(item name: String) -> Bool {
    for control in controls {
      switch control.kind {
      case .area(let area):
        guard let message = area.item(name) else { continue }
        store.send(message)
        return true
      case .list(let rows, _, let message):
        guard let index = rows.firstIndex(of: name) else { continue }
        store.send(message(index))
        return true
      default: continue
      }
    }
    return false
  }

  func press(_ name: String, x: Double, y: Double, isMenu: Bool) -> Bool {
    guard case .area(let area)? = controls.first(where: { $0.name == name })?.kind else { return false }
    for message in area.point(x, y, isMenu) { store.send(message) }
    return true
  }

  func text(ofItem name: String) -> String? {
    for case .area(let area) in controls.map(\.kind) {
      if let text = area.text(name) { return text }
    }
    return nil
  }

  func choices(of name: String) -> [String]? {
    guard case .choice(let options, _)? = controls.first(where: { $0.name == name })?.kind else { return nil }
    return options
  }

  func slide(_ name: String, to value: Double) -> Bool {
    guard case .slider(_, _, _, let message)? = controls.first(where: { $0.name == name })?.kind else {
      return false
    }
    store.send(message(value))
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
