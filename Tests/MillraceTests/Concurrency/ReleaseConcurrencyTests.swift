import Dispatch
import Synchronization
import Testing

@testable import Millrace

/// Closures of observers are released at the right place although their flow or home has ended.
@Suite("Observers that end after their flow or their home")
struct ReleaseConcurrencyTests {
  /// A value in an observer's closure: it writes where only its home, or one thread at a time, may.
  private final class Witness {
    let book: Book
    let onEnd: @Sendable () -> Void

    init(_ book: Book, onEnd: @escaping @Sendable () -> Void) {
      self.book = book
      self.onEnd = onEnd
    }

    deinit {
      book.count += 1
      onEnd()
    }
  }

  private final class Book: @unchecked Sendable {
    // Sound, if what is tested holds.
    var count = 0
  }

  private final class Meter: Sendable {
    let inside = Atomic(0)
    let isWrong = Atomic(false)
  }

  private func observer(_ book: Book, onEnd: @escaping @Sendable () -> Void) -> Unmanaged<Life> {
    let witness = Witness(book, onEnd: onEnd)
    return .passRetained(Observer<Int> { _ in _ = witness })
  }

  private static let mark = DispatchSpecificKey<Bool>()

  private func isAtHome() -> Bool { DispatchQueue.getSpecific(key: Self.mark) == true }

  @Test("While the home is there they are released at home, though the flow has ended")
  func flowEnded() async {
    let book = Book()
    DispatchQueue.main.setSpecific(key: Self.mark, value: true)
    let (ends, end) = AsyncStream<Bool>.makeStream()
    let gateway = Gateway(name: "flow", driver: LiveDriver(), home: MainActor.shared)
    gateway.post(.over(observer(book) { end.yield(isAtHome()) }))
    gateway.abandon()
    await Task.detached {
      gateway.post(.over(observer(book) { end.yield(isAtHome()) }))
    }.value
    var count = 0
    for await isHome in ends {
      #expect(isHome)
      count += 1
      if count == 2 { break }
    }
    #expect(await MainActor.run { book.count } == 2)
  }

  @Test("When the home has ended they are released one after another, from however many threads")
  func homeEnded() async {
    let book = Book()
    let gateway = {
      let home = ConcurrencyHome()
      return Gateway(name: "flow", driver: LiveDriver(), home: home)
    }()
    let meter = Meter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<ConcurrencyScale.pick(2_000, some: 500, few: 200) {
            let member = observer(book) {
              if meter.inside.wrappingAdd(1, ordering: .relaxed).oldValue != 0 {
                meter.isWrong.store(true, ordering: .relaxed)
              }
              meter.inside.wrappingSubtract(1, ordering: .relaxed)
            }
            gateway.post(.over(member))
          }
        }
      }
    }
    let wasWrong = meter.isWrong.load(ordering: .relaxed)
    #expect(!wasWrong)
    #expect(book.count == 8 * ConcurrencyScale.pick(2_000, some: 500, few: 200))
  }
}
