import Flask
import Millrace
import MillraceTesting

struct AppState: Flask.State {
  var counter = 0
  var title = ""
  var info = Info()
  var _cache = 0

  struct Info: Codable, Sendable {
    var count = 0
    var nest = Nest()
  }

  struct Nest: Codable, Sendable, Equatable {
    var foo = "mutable"
    var optional: Int?
  }

  enum prop: StateProp { case counter, title, missing }
}

enum EnvMixers: SubstanceMixer { case login, logout, load, silent }

/// Writes down what it is told.
final class Diary {
  var lines: [String] = []
}

/// A context with archives in memory, and the errors that it has reported.
final class Bench {
  let storage = MemoryArchives()
  let clock = ManualClock()
  let flask: Flask
  let diary = Diary()
  var errors: [String] = []

  init(isolation: isolated (any Actor)? = #isolation) {
    flask = Flask(
      name: "test", environment: StoreEnvironment(clock: clock), archives: storage, isolation: isolation)
    flask.bus.flow.errorHandler = { [weak self] error in
      if case .reported(_, let problem) = error {
        self?.errors.append("\(problem)")
      } else {
        self?.errors.append("\(error)")
      }
    }
  }
}
