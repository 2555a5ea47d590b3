import Millrace
import Testing

/// Ids, queues and subscriptions of parts are their own.
@MainActor
@Suite struct PartNameTests {
  private func rig() -> PartsRig {
    let rig = PartsRig()
    rig.store.replace(
      PartsAlbum(
        detail: PartsDetail(uid: 1), pictures: [1: PartsDetail(uid: 1), 2: PartsDetail(uid: 2)]))
    return rig
  }

  @Test("Queues of one name in two parts never meet, nor in the state around them")
  func queues() {
    let rig = rig()
    rig.send(
      .begin("album", in: .latest("q")), .detail(.begin("detail", in: .latest("q"))),
      .picture(1, .begin("one", in: .latest("q"))), .picture(2, .begin("two", in: .latest("q"))))
    #expect(rig.inFlight == ["album", "detail", "one", "two"])
    rig.send(.picture(1, .begin("newer", in: .latest("q"))))
    #expect(rig.inFlight == ["album", "detail", "two", "newer"])
  }

  @Test("Ids of one name in two parts never meet, nor in the state around them")
  func ids() {
    let rig = rig()
    rig.send(
      .begin("album", id: "x"), .detail(.begin("detail", id: "x")), .picture(1, .begin("one", id: "x")),
      .picture(2, .begin("two", id: "x")))
    rig.send(.picture(1, .cancel("x")))
    #expect(rig.inFlight == ["album", "detail", "two"])
    rig.send(.cancel("x"))
    #expect(rig.inFlight == ["detail", "two"])
    rig.send(.detail(.cancel("x")))
    #expect(rig.inFlight == ["two"])
  }

  @Test("Cancelling everything of a part reaches the parts in it and nothing else")
  func cancelAll() {
    let rig = rig()
    rig.send(
      .begin("album"), .detail(.isZoomed(true)), .detail(.begin("load")), .detail(.zoom(.begin("zoom"))),
      .picture(1, .begin("one")))
    rig.send(.detail(.cancelAll))
    #expect(rig.inFlight == ["album", "one"])
  }

  @Test("A part listens while it is there, and what takes its place listens for itself")
  func subscriptions() {
    let rig = rig()
    rig.send(.detail(.listen("news")))
    let old = rig.listening.read { $0["news"] }
    #expect(old?.send(.heard("a")) == true)
    rig.store.pump()
    #expect(rig.detail?.heard == ["a"])

    let sender = rig.store.sender()
    sender.send(.show(PartsDetail(uid: 2, listensTo: "news")))
    old?.send(.heard("late"))
    rig.store.pump()
    #expect(rig.detail?.heard == [])
    let new = rig.listening.read { $0["news"] }
    new?.send(.heard("b"))
    rig.store.pump()
    #expect(rig.detail?.heard == ["b"])
    rig.store.replace(PartsAlbum())
    #expect(rig.listening.read { $0.isEmpty })
    #expect(rig.store.liveSubscriptions.isEmpty)
  }
}
