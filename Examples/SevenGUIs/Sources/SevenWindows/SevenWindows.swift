public import Millrace
import SevenTasks
import Widgets

/// The windows of the tasks, and the one with their list.
///
/// The launcher's state says which windows are open, and they follow it. A window's store ends with the
/// window.
@MainActor
public final class SevenWindows {
  /// The flow of all stores: what happens in them has one order.
  let flow: Flow
  let launcher: Store<Launcher, Launcher.Message>
  private(set) var list: Window?
  private(set) var windows: [SevenTask: Window] = [:]
  /// The store of the timer's window, while there is one: a session waits for its ticks.
  private(set) weak var timer: Store<ElapsedTimer, ElapsedTimer.Message>?

  /// - Parameter close: Called when the window with the list is closed.
  public init(environment: StoreEnvironment, close: @escaping @MainActor () -> Void) {
    flow = Flow(name: "seven", environment: environment)
    launcher = Launcher.store(on: flow)
    Window.addStyle(style)
    let list = Window("7GUIs", launcherView(launcher)) { [unowned self] in
      end()
      close()
    }
    self.list = list
    launcher.observe(\.open, owner: self) { $0.follow($1) }
    list.present()
  }

  /// Closes all windows.
  public func end() {
    for task in launcher.open { launcher.send(.close(task)) }
    list?.end()
    list = nil
  }

  private func follow(_ open: [SevenTask]) {
    for (task, window) in windows where !open.contains(task) {
      windows[task] = nil
      window.end()
    }
    for task in open where windows[task] == nil {
      windows[task] = Window(task.rawValue, view(of: task)) { [launcher] in launcher.send(.close(task)) }
    }
    if let front = open.last { windows[front]?.present() }
  }

  private func view(of task: SevenTask) -> Widget {
    switch task {
    case .counter: return counterView(Counter.store(on: flow))
    case .temperature: return temperatureView(Temperature.store(on: flow))
    case .flight: return flightView(FlightBooker.store(on: flow))
    case .timer:
      let store = ElapsedTimer.store(on: flow)
      timer = store
      return timerView(store)
    case .people: return peopleView(People.store(on: flow))
    case .circles: return circlesView(CircleDrawer.store(on: flow))
    case .cells: return cellsView(Cells.store(on: flow))
    }
  }
}

private let style = """
  .content { padding: 16px; }
  .sheet label { border: 1px solid alpha(currentColor, 0.15); padding: 0 4px; }
  .sheet .selected { background: alpha(@theme_selected_bg_color, 0.35); }
  .sheet .problem { color: #c01c28; }
  """
