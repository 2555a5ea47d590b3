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
    if front != nil { try close() }
    try press(task.rawValue)
  }

  public func close() throws {
    if let task = front?.task { launcher.send(.close(task)) }
  }

  public func controls() -> [ShownControl] { current.shown }
  public func press(_ name: String) throws { try current.press(name) }
  public func press(_ name: String, x: Double, y: Double, isMenu: Bool) throws {
    try current.press(name, x: x, y: y, isMenu: isMenu)
  }
  public func set(_ name: String, to text: String) throws { try current.set(name, to: text) }
  public func enter(_ name: String) throws { try current.enter(name) }
  public func text(of name: String) -> String? { current.text(of: name) }

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
