public import Millrace
public import SevenSession
public import SevenTasks
public import Terminal

/// The seven tasks on a terminal: a list of them, and the one in front.
@MainActor
public final class SevenApp {
  /// The flow of all stores: what happens in them has one order.
  private let flow: Flow
  private let launcher: Store<Launcher, Launcher.Message>
  private let menu: any TaskScreen
  private var front: (task: SevenTask, screen: any TaskScreen)?
  /// Called when the screen has changed.
  public var onChange: (() -> Void)?
  public private(set) var isOver = false

  public init(environment: StoreEnvironment) {
    flow = Flow(name: "seven", environment: environment)
    launcher = Launcher.store(on: flow)
    menu = Screen(launcher, launcherView)
    menu.onChange = { [unowned self] in onChange?() }
    launcher.observe(\.open, owner: self) { $0.show($1.last) }
  }

  private func show(_ task: SevenTask?) {
    guard front?.task != task else { return }
    front = task.map { ($0, screen(of: $0)) }
    front?.screen.onChange = { [unowned self] in onChange?() }
    onChange?()
  }

  private func screen(of task: SevenTask) -> any TaskScreen {
    switch task {
    case .counter: Screen(Counter.store(on: flow), counterView)
    case .temperature: Screen(Temperature.store(on: flow), temperatureView)
    case .flight: Screen(FlightBooker.store(on: flow), flightView)
    case .timer: Screen(ElapsedTimer.store(on: flow), tickers: { $0.isRunning ? 1 : 0 }, timerView)
    case .people: Screen(People.store(on: flow), peopleView)
    case .circles: Screen(CircleDrawer.store(on: flow), circlesView)
    case .cells: Screen(Cells.store(on: flow), cellsView)
    }
  }

  private var current: any TaskScreen { front?.screen ?? menu }

  public func press(_ key: Key) {
    if current.press(key) { return }
    switch key {
    case .escape:
      if let task = front?.task { launcher.send(.close(task)) } else { isOver = true }
    case .control("c"), .control("q"): isOver = true
    default: break
    }
  }

  public func canvas(width: Int, height: Int) -> Canvas {
    current.canvas(title: front?.task.rawValue ?? "7GUIs", width: width, height: height)
  }
}

extension SevenApp: Stage {
  public var tickers: Int { current.tickers }
  public var isIdle: Bool { flow.isIdle }

  public func open(_ task: SevenTask) throws {
    while front != nil { try close() }
    try press(task.rawValue)
  }

  public func close() throws {
    press(.escape)
  }

  public func controls() -> [ShownControl] { current.shown }

  public func press(_ name: String) throws {
    guard let control = current.shown.first(where: { $0.name == name }) else {
      guard current.press(item: name) else { throw StageError.noControl(name) }
      return
    }
    guard control.isEnabled else { throw StageError.disabled(name) }
    guard control.kind == .button else { throw StageError.notFor(name) }
    current.focus(name)
    press(.enter)
  }

  public func press(_ name: String, x: Double, y: Double, isMenu: Bool) throws {
    guard current.press(name, x: x, y: y, isMenu: isMenu) else { throw StageError.notFor(name) }
  }

  public func set(_ name: String, to text: String) throws {
    guard let control = current.shown.first(where: { $0.name == name }) else {
      throw StageError.noControl(name)
    }
    guard control.isEnabled else { throw StageError.disabled(name) }
    current.focus(name)
    if let options = current.choices(of: name) {
      guard options.contains(text) else { throw StageError.noOption(text, of: name) }
      while current.shown.first(where: { $0.name == name })?.text != text { press(.right) }
    } else if let value = DecimalText.number(text), current.slide(name, to: value) {
      return
    } else {
      for key in [Key.end, .control("u"), .paste(text)] where !(text.isEmpty && key == .paste("")) {
        press(key)
      }
    }
  }

  public func enter(_ name: String) throws {
    current.focus(name)
    press(.enter)
  }

  public func text(of name: String) -> String? {
    current.shown.first { $0.name == name }?.text ?? current.text(ofItem: name)
  }

  public func picture(to file: String) throws {
    let canvas = canvas(width: 80, height: 24)
    do {
      try PictureFile.write(canvas.svg(title: front?.task.rawValue ?? "7GUIs"), to: file)
    } catch {
      throw StageError.noPicture(file, reason: "\(error)")
    }
  }

  public func settle() async {}
}
