import Flask
import Millrace

struct ContextState: Flask.State, Equatable {
  var counter = 0
  var list: [String] = []

  enum prop: StateProp { case counter, list }
}

enum ContextMixers: SubstanceMixer { case load, add }

class ContextReactive: ReactiveSubstance<ContextState, ContextMixers> {
  override func defineMixers() {
    define(mix: .load) { _, react, _ in
      self.prop.counter += 100
      react()
    }
    define(mix: .add) { _, react, _ in
      self.prop.counter += 1
      react()
    }
  }
}

/// An object to attach reactors to.
final class ContextOwner {}

/// Calls a closure when it ends.
final class ContextEnd {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  deinit { body() }
}

/// A context with archives in memory, and the names of the errors that it has reported.
final class ContextBench {
  let storage: any ArchiveStorage
  let flask: Flask
  let owner = ContextOwner()
  private(set) var problems: [String] = []

  init(
    _ name: String = "context", storage: any ArchiveStorage = MemoryArchives(),
    environment: StoreEnvironment = StoreEnvironment(), isolation: isolated (any Actor)? = #isolation
  ) {
    self.storage = storage
    flask = Flask(name: name, environment: environment, archives: storage, isolation: isolation)
    flask.bus.flow.errorHandler = { [weak self] error in
      if case .reported(_, let problem) = error {
        self?.problems.append(Mirror(reflecting: problem).children.first?.label ?? "\(problem)")
      } else {
        self?.problems.append("\(error)")
      }
    }
  }

  func app(_ name: String = "app") -> Substance<ContextState> {
    flask.newSubstance(definedBy: ContextState.self, named: name)
  }
}
