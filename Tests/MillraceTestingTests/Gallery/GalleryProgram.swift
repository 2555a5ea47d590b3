import MillraceTesting
import Testing

/// A mistake that real applications make, and its right twin.
struct GalleryProgram: Sendable, CustomTestStringConvertible {
  let name: String
  /// The explorer's finding in the wrong one.
  let problem: Finding.Problem
  /// The number of steps of the run that shows it.
  let length: Int
  /// The number of turns that count as endless.
  let turns: Int
  let scenario: @Sendable (_ isRight: Bool) -> @Sendable (isolated World) throws -> Void

  var testDescription: String { name }

  var wrong: @Sendable (isolated World) throws -> Void { scenario(false) }
  var right: @Sendable (isolated World) throws -> Void { scenario(true) }

  init(
    _ name: String, _ problem: Finding.Problem, steps length: Int, turns: Int = 200,
    _ scenario: @escaping @Sendable (_ isRight: Bool) -> @Sendable (isolated World) throws -> Void
  ) {
    self.name = name
    self.problem = problem
    self.length = length
    self.turns = turns
    self.scenario = scenario
  }

  /// Returns the explorer for it.
  func explorer(
    _ strategy: Explorer.Strategy = .exhaustive(), reduction: Explorer.Reduction = .all, runs: Int = 100_000,
    steps: Int = 2_000
  ) -> Explorer {
    var limits = Explorer.Limits()
    limits.runs = runs
    limits.turns = turns
    limits.steps = steps
    return Explorer(strategy, reduction: reduction, limits: limits)
  }

  static let all = [
    GalleryProgram(
      "a late answer overwrites the newer one", .broken(rule: "the results belong to the query", atEnd: true),
      steps: 14, GallerySearch.scenario),
    GalleryProgram(
      "a double submit", .broken(rule: "nothing is ordered twice", atEnd: false), steps: 8,
      GallerySubmit.scenario),
    GalleryProgram(
      "a token refreshed twice", .broken(rule: "nobody is logged out", atEnd: false), steps: 16,
      GalleryRefresh.scenario),
    GalleryProgram(
      "logout while loading", .broken(rule: "who has logged out has no profile", atEnd: false), steps: 6,
      GalleryLogout.scenario),
    GalleryProgram(
      "an undo racing a save", .broken(rule: "what counts as saved is on the server", atEnd: true), steps: 8,
      GalleryUndo.scenario),
    GalleryProgram(
      "a cache filled after it was cleared",
      .broken(rule: "nothing of an account that was left is in the cache", atEnd: true), steps: 10,
      GalleryCache.scenario),
    GalleryProgram(
      "a lost update over an await", .broken(rule: "every like counts", atEnd: true), steps: 18,
      GalleryLikes.scenario),
    GalleryProgram(
      "a subscription restarted without being stopped",
      .broken(rule: "only lines of the room are shown", atEnd: false), steps: 6, GalleryRooms.scenario),
    GalleryProgram(
      "a debounce that drops the last key", .broken(rule: "the last key counts", atEnd: true), steps: 8,
      GalleryDebounce.scenario),
    GalleryProgram(
      "a retry that never ends", .endless(turns: 6), steps: 21, turns: 6, GalleryRetry.scenario),
  ]
}
