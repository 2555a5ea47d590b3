import InspectorCore

/// The states of a history that were asked for lately.
actor StateCache {
  private let source: any HistorySource

  init(_ source: any HistorySource) { self.source = source }
}

extension HistoryView {
  func extend(_ list: inout FilteredTurns, changed: TurnFilter.ChangedValue) async throws(InspectorProblem) {}
}

extension Route {
  static let stateRoutes: [Route] = []
  static let timeRoutes: [Route] = []
  static let applicationRoutes: [Route] = []
}
