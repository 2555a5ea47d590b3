import Flask
import Foundation
import Millrace
import Testing

/// Owners that end on other threads than the one that uses a context without a home.
@Suite("The owner of a reactor of a context without a home")
struct MixingOwnerConcurrencyTests {
  private final class Keeper {
    var reactor: Reactor<Keeper>?
  }

  /// Remembers whether it ended on the thread on which it was made.
  private final class Witness {
    let thread = Thread.current
    let answer: Locked<[Bool]>

    init(_ answer: Locked<[Bool]>) {
      self.answer = answer
    }

    deinit {
      let isHere = Thread.current === thread
      answer.withLock { $0.append(isHere) }
    }
  }

  /// A value that only one thread has at a time.
  private final class Parcel: @unchecked Sendable {
    // Sound: the thread that made it waits while the other has it.
    var keeper: Keeper? = Keeper()
  }

  /// Releases the owner on another thread.
  private func end(_ parcel: Parcel) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      parcel.keeper = nil
      done.signal()
    }
    done.wait()
  }

  @Test("that ends on another thread is swept by the thread that uses the context, at its next turn")
  func elsewhere() {
    let answer = Locked<[Bool]>([])
    let flask = Flask(name: "homeless", archives: MemoryArchives())
    let app = flask.newSubstance(definedBy: MixingState.self)
    let owner = Keeper()
    let reactor = flask.reactor(attachedTo: owner, mixing: app)
    for round in 1...20 {
      let parcel = Parcel()
      if let keeper = parcel.keeper {
        let witness = Witness(answer)
        keeper.reactor = flask.reactor(attachedTo: keeper, mixing: app) { _, _ in _ = witness }
      }
      end(parcel)
      #expect(answer.withLock { $0.count } == round - 1)
      reactor.mix(app) { $0.prop.counter = round }.andReact()
      #expect(answer.withLock { $0 } == Array(repeating: true, count: round))
    }
  }

  @Test("that ends on the thread that uses the context is swept at once")
  func here() {
    let answer = Locked<[Bool]>([])
    let flask = Flask(name: "homeless", archives: MemoryArchives())
    let app = flask.newSubstance(definedBy: MixingState.self)
    do {
      let keeper = Keeper()
      let witness = Witness(answer)
      keeper.reactor = flask.reactor(attachedTo: keeper, mixing: app) { _, _ in _ = witness }
    }
    #expect(answer.withLock { $0 } == [true])
  }
}
