/// A way in which the user of a screen can load contents.
///
/// The owner of the screen shows the means for those that a controller has enabled:
///
/// ```swift
/// table.hasRefreshControl = notes.enabledFeatures.contains(.pullToRefresh)
/// ```
public enum ComponentFeature: Hashable, CaseIterable, Sendable {
  /// ``ComponentController/pullToRefresh(isolation:)`` executes the initial command again.
  case pullToRefresh
  /// ``ComponentController/reachEnd(isolation:)`` requests the next page.
  case paging
}
