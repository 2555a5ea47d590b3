import Millrace
import Testing

extension PeerMistakesTests {
  @Test(
    "Updates lost silently, or memory corrupted, by sends from 8 threads: each text arrives whole, and once")
  func eightThreads() async {
    let each = 2_000
    await ConcurrencyHome().run { home in
      let store = Store([String: Int](), of: [String].self) { counts, words in
        for word in words { counts[word, default: 0] += 1 }
        return .none
      }
      let token = store.observe(\.count) { _ in }
      let sender = store.sender()
      await onThreads(8) { thread in
        for number in 0..<each {
          // Long enough to lie on the heap, and shared between two messages.
          let word = "a word of thread \(thread), its number \(number)"
          sender.send([word, "a word that all threads have in common"])
          sender.send([word])
        }
      }
      await store.run()
      let counts = store.withState { $0 }
      #expect(counts.count == 8 * each + 1)
      #expect(counts["a word that all threads have in common"] == 8 * each)
      #expect(counts.values.count { $0 == 2 } == 8 * each)
      token.cancel()
    }
  }
}
