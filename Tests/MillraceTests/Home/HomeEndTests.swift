import Millrace
import MillraceTesting
import Testing

/// A home that is an actor ends when its last owner releases it, although a store of its own lives there.
struct HomeEndTests {
  private actor Keeper {
    private(set) var store: Store<Int, Int>?

    func open() -> Sender<Int> {
      let store = Store<Int, Int>(0) { count, message in
        count += message
        return .run { _ in await letOthersRun() }
      }
      store.send(1)
      self.store = store
      return store.sender()
    }

    func work() async { await store?.run() }

    var count: Int { store?.state ?? -1 }
  }

  @Test(
    "An actor that owns a store ends with its last owner, and what is sent to the store afterwards goes nowhere"
  )
  func ends() async {
    var keeper: Keeper? = Keeper()
    weak let weakKeeper = keeper
    let sender = await keeper?.open()
    await keeper?.work()
    #expect(sender?.send(2) == true)
    await keeper?.work()
    #expect(await keeper?.count == 3)
    keeper = nil
    await eventually { weakKeeper == nil }
    #expect(sender?.send(3) == false)
  }

  @Test("A store that outlives its home refuses what is posted")
  func outlived() async {
    var place: Place? = Place()
    let kept = await place?.made()
    weak let weakPlace = place
    place = nil
    await eventually { weakPlace == nil }
    #expect(kept?.sender.send(1) == false)
    #expect(kept?.sender.send(2) == false)
    kept?.token.cancel()
  }

  /// The references that others than its home keep of a store.
  private struct Kept: @unchecked Sendable {
    // Sound: only the store's reference is kept; nothing of it is used but what is Sendable.
    let store: Store<Int, Int>
    let sender: Sender<Int>
    let token: ObservationToken
  }

  private actor Place {
    func made() -> Kept {
      let store = Store<Int, Int>(0) { _, _ in .none }
      return Kept(store: store, sender: store.sender(), token: store.observe { _ in })
    }
  }
}
