#if canImport(SwiftUI)
import SevenTasks
public import SwiftUI

/// The list of the tasks; each opens its view, whose store ends with it.
public struct SevenView: View {
  public init() {}

  public var body: some View {
    NavigationStack {
      List(SevenTask.allCases, id: \.self) { task in
        NavigationLink(task.rawValue) { view(of: task).navigationTitle(task.rawValue) }
      }
      .navigationTitle("7GUIs")
    }
  }

  @ViewBuilder private func view(of task: SevenTask) -> some View {
    switch task {
    case .counter: CounterView()
    case .temperature: TemperatureView()
    case .flight: FlightView()
    case .timer: TimerView()
    case .people: PeopleView()
    case .circles: CirclesView()
    case .cells: CellsView()
    }
  }
}
#endif
