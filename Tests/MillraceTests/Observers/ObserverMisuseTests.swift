import Millrace
import TestResources
import Testing

@Suite("Misuse of what observes")
struct ObserverMisuseTests {
  /// Reads, in the first update of a store, what `read` reads of that store.
  private static func readInUpdate(_ read: @escaping (ObserversStore) -> Void) {
    var inner: ObserversStore?
    let store = ObserversStore(ObserversState()) { state, message in
      message.change(&state)
      if let inner { read(inner) }
      return .none
    }
    inner = store
    store.edit { $0.count = 1 }
  }

  private static let text = "The state of a store was read inside of the store's own update"

  @Test("A part that is read as `store.part` inside of the update is a trap that says so", .realProcess)
  func dynamicMember() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObserverMisuseTests.readInUpdate { _ = $0.count }
    }
    #expect(Self.says(result))
  }

  @Test("To begin to observe a part inside of the update is a trap that says so", .realProcess)
  func observe() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObserverMisuseTests.readInUpdate { _ = $0.observe(\.count) { _ in } }
    }
    #expect(Self.says(result))
  }

  @Test("A scope that is read inside of the update is a trap that says so", .realProcess)
  func scope() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObserverMisuseTests.readInUpdate { store in
        let scope: Scope<Int, ObserversEdit<ObserversState>> = store.scope(\.count) { $0 }
        _ = scope.state
      }
    }
    #expect(Self.says(result))
  }

  @Test("A selector that is read inside of the update is a trap that says so", .realProcess)
  func selector() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      ObserverMisuseTests.readInUpdate { _ = $0.select(\.count) { $0 }.value }
    }
    #expect(Self.says(result))
  }

  @Test("A selector that reads itself is a trap that says so", .realProcess)
  func selectorOfItself() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Sound: everything here happens on the thread of this program.
      nonisolated(unsafe) var own: Derived<Int>?
      let store = Store(1, of: Int.self) { state, message in
        state += message
        return .none
      }
      own = store.select(\.self) { (own?.value ?? 0) + $0 }
      _ = own?.value
    }
    #expect(Self.says(result, "A selector read its own value while that was computed"))
  }

  private static func says(_ result: ExitTest.Result?, _ text: String = text) -> Bool {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).contains(text)
  }
}
