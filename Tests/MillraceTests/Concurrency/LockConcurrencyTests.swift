import Millrace
import MillraceTesting
import Testing

@Suite("Locks that other threads let go of")
struct LockConcurrencyTests {
  static let rounds = ConcurrencyScale.pick(2_000, some: 300, few: 200)

  @Test(
    "A lock whose last reference goes on another thread is reported, and everything that waited has its turn")
  func abandoned() async {
    await ConcurrencyHome().run { home in
      for round in 0..<Self.rounds {
        let store = Store(0, of: Int.self) { next, number in
          if number == next { next += 1 }
          return .none
        }
        let (reports, report) = AsyncStream.makeStream(of: String.self)
        store.flow.errorHandler = { report.yield("\($0)") }
        let parcel = ConcurrencyParcel((0..<3).map { store.flow.lock("lock \($0)") })
        for number in 0..<10 { store.send(number) }
        #expect(store.withState { $0 } == 0)
        let sender = store.sender()
        async let threads: Void = onThreads(2) { thread in
          if thread == 0 {
            _ = parcel.unpack()
          } else {
            for number in 10..<20 { sender.send(number) }
          }
        }
        if round.isMultiple(of: 2) { await letOthersRun() }
        await threads
        var texts: [String] = []
        for await text in reports {
          texts.append(text)
          if texts.count == 3 { break }
        }
        await store.run()
        #expect(store.withState { $0 } == 20)
        #expect(store.flow.lockCount == 0)
        #expect(texts.count == 3)
        for number in 0..<3 {
          #expect(texts.count { $0.contains("to the lock `lock \(number)` of") } == 1)
        }
      }
    }
  }

  @Test("While a lock is held no turn begins, whatever other threads post")
  func held() async {
    await ConcurrencyHome().run { home in
      for _ in 0..<Self.rounds / 10 {
        let isShut = ConcurrencyFlag()
        var wrong = 0
        let store = Store(0, of: Int.self) { count, _ in
          count += 1
          if isShut.isUp { wrong += 1 }
          return .none
        }
        let sender = store.sender()
        async let threads: Void = onThreads(2) { _ in
          for number in 0..<200 { sender.send(number) }
        }
        for _ in 0..<20 {
          let lock = store.flow.lock("pause")
          isShut.raise()
          await letOthersRun()
          isShut.lower()
          lock.release()
        }
        await threads
        await store.run()
        #expect(wrong == 0)
        #expect(store.withState { $0 } == 400)
      }
    }
  }
}
