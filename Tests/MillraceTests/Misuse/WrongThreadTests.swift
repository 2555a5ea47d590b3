import Dispatch
import Foundation
import Millrace
import TestResources
import Testing

@Suite("A store that is used from the wrong thread, where the compiler was told not to look")
struct WrongThreadTests {
  private final class Smuggler: @unchecked Sendable {
    // Sound: it is not; the tests show what becomes of that.
    let store: Store<Int, Int>

    init(_ store: Store<Int, Int>) { self.store = store }
  }

  /// Ways in which a second thread comes to a store whose turn is under way.
  enum Use: Int, CaseIterable, Codable, Sendable {
    case send, read, pump
  }

  @MainActor
  private static func made(_ update: @escaping () -> Void) -> Smuggler {
    Smuggler(
      Store(0, name: "counter") { (_: inout Int, _: Int) in
        update()
        return .none
      })
  }

  @Test(
    "Two threads at once in a store stop a debug build with a sentence, with a home and without",
    .realProcess,
    arguments: Use.allCases, [true, false])
  func twoThreads(use: Use, hasHome: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [use, hasHome] in
      let inside = DispatchSemaphore(value: 0)
      let forEver = DispatchSemaphore(value: 0)
      let update: @Sendable () -> Void = {
        inside.signal()
        forEver.wait()
      }
      let smuggler =
        if hasHome {
          await Self.made(update)
        } else {
          Smuggler(
            Store(0, name: "counter") { (_: inout Int, _: Int) in
              update()
              return .none
            })
        }
      DispatchQueue(label: "first").async { smuggler.store.send(1) }
      DispatchQueue(label: "second").async {
        inside.wait()
        switch use {
        case .send: smuggler.store.send(2)
        case .read: _ = smuggler.store.state
        case .pump: smuggler.store.pump()
        }
        misuseIsNotSeen()
      }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    if let text = misuseText(result) {
      #expect(
        text.contains(
          "The flow `counter` is used by two threads at once. Use its stores on the actor that they are"))
    }
  }

  @Test("A store without a home may go from thread to thread, and a turn may lead to the next")
  func oneAfterTheOther() async {
    let smuggler = Smuggler(
      Store(0) { count, step in
        count += step
        return step > 0 ? .send(step - 1) : .none
      })
    for step in 1...3 { DispatchQueue(label: "thread \(step)").sync { smuggler.store.send(step) } }
    #expect(smuggler.store.state == 10)
  }
}

/// Ends the process as a failure where nothing stops it before, as in a release build.
private func misuseIsNotSeen() {
  #if !DEBUG
  exit(1)
  #else
  exit(0)
  #endif
}
