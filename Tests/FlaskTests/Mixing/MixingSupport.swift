import Flask
import Foundation

struct MixingState: Flask.State {
  var counter = 0
  var title = ""
  var info = Info()
  var list: [Item] = []
  var byName: [String: Item] = [:]
  var chosen: Item?
  var map = FlaskDictRef()
  var image = FlaskRef<MixingImage>()
  var _cache = 0

  struct Info: Codable, Sendable, Equatable {
    var count = 0
    var nest = Nest()
    var _hidden = 0
  }

  struct Nest: Codable, Sendable, Equatable {
    var foo = "mutable"
  }

  struct Item: Codable, Sendable, Equatable {
    var name = ""
  }

  enum prop: StateProp { case counter, title, info, counted }
}

/// A state that has one key in common with `MixingState`, and one of its own.
struct MixingOther: Flask.State {
  var counter = 0
  var price = 0
}

final class MixingImage: Sendable {}

enum MixingMixers: SubstanceMixer { case add, drop, forget, twice, silent }

/// Another enumeration, with a raw value that is in the first one, too.
enum MixingMoreMixers: SubstanceMixer { case add, other }

struct MixingProblem: Error, CustomStringConvertible {
  let description: String
}

/// Writes down what it is told.
final class MixingDiary {
  var lines: [String] = []
}

/// A context with archives in memory, and the errors that it has reported.
final class MixingBench {
  let flask: Flask
  let diary = MixingDiary()
  private(set) var errors: [String] = []

  init(name: String = "test", isolation: isolated (any Actor)? = #isolation) {
    flask = Flask(name: name, archives: MemoryArchives(), isolation: isolation)
    flask.bus.flow.errorHandler = { [weak self] error in
      if case .reported(let store, let problem) = error, store == name {
        self?.errors.append("\(problem)")
      } else {
        self?.errors.append("\(error)")
      }
    }
  }

  func app(_ name: String = "app") -> Substance<MixingState> {
    flask.newSubstance(definedBy: MixingState.self, named: name)
  }

  func other(_ name: String = "other") -> Substance<MixingOther> {
    flask.newSubstance(definedBy: MixingOther.self, named: name)
  }

  /// A reactor that notes each change of `counter`, as "app 0 1".
  @discardableResult
  func watch(_ substances: SubstanceConcrete..., as name: String = "") -> Reactor<MixingDiary> {
    flask.reactor(attachedTo: diary, mixing: substances) { diary, reaction in
      reaction.on("counter") { change in
        let old: Int = change.oldValue() ?? -1
        diary.lines.append("\(name)\(change.substance().name()) \(old) \(change.newValue() ?? -1)")
      }
    }
  }

  /// Returns the lines noted since the last call.
  func lines() -> [String] {
    defer { diary.lines = [] }
    return diary.lines
  }
}

/// A substance with a mixer for each way of resolving.
class MixingReactive: ReactiveSubstance<MixingState, MixingMixers> {
  var calls: [String] = []

  override func defineMixers() {
    calls.append("define")
    define(mix: .add) { payload, react, abort in
      guard let amount = payload?["amount"] as? Int else { return abort() }
      self.prop.counter += amount
      react()
    }
    define(mix: .drop) { _, _, abort in
      self.prop.counter = 99
      abort()
    }
    define(mix: .forget) { _, _, _ in self.prop.counter = 99 }
    define(mix: .twice) { _, react, abort in
      self.prop.counter += 1
      react()
      abort()
    }
  }

  override func undefineMixers() { calls.append("undefine") }
}

/// An isolation of its own for one test.
actor MixingRoom {
  func run<Result: Sendable>(
    _ body: @Sendable (isolated MixingRoom) async throws -> Result
  ) async rethrows -> Result {
    try await body(self)
  }
}

/// Runs `body` on threads of the system and returns when all have run it.
func mixingThreads(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) async {
  await withTaskGroup { group in
    for number in 0..<count {
      group.addTask {
        await withCheckedContinuation { done in
          Thread.detachNewThread {
            body(number)
            done.resume()
          }
        }
      }
    }
  }
}
