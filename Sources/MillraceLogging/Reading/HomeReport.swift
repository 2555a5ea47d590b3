import Millrace
import MillraceToolkit

/// A report to a flow's error handler from any thread; it does not retain the flow.
final class HomeReport: @unchecked Sendable {
  // Sound: the weak reference is read at the flow's home only.
  private weak var flow: Flow?
  private let atHome: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ flow: Flow) {
    self.flow = flow
    atHome = FlowInternals(flow).homeWork
  }

  func callAsFunction(_ error: TurnLogError) {
    atHome {
      if let flow = self.flow { FlowInternals(flow).report(error, from: "log") }
    }
  }
}
