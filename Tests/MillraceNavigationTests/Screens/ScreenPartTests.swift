import Millrace
import MillraceNavigation
import Testing

/// Screens as parts of the state.
@MainActor
@Suite struct ScreenPartTests {
  private func rig(_ pages: Page...) -> AlbumRig { AlbumRig(Album(path: ScreenPath(pages))) }

  @Test("A screen's effects come back to the screen, and end when it is popped")
  func popped() {
    let rig = rig(.list("a"), .photo("b"))
    rig.send(.path(.screen(2, .photo(.begin("load")))))
    #expect(rig.work.send("load", .heard("one")))
    rig.store.pump()
    #expect(rig.path[2]?.leaf.heard == ["one"])
    rig.send(.pop)
    #expect(rig.inFlight == [])
    #expect(!rig.work.send("load", .heard("late")))
  }

  @Test(
    "A screen ends in whatever way it leaves",
    arguments: [
      AlbumMessage.pop, .popTo(1), .popAll, .replace(2, .photo("c")), .set([.list("a")]), .set([]),
      .path(.dismissed(2)), .path(.dismissed(1)), .renew([.list("a"), .photo("b")]), .alter(2, .list("b")),
    ])
  func ways(change: AlbumMessage) {
    let rig = rig(.list("a"), .photo("b"))
    rig.send(
      .path(.screen(2, .photo(.begin("load")))), .path(.screen(2, .photo(.listen("news")))),
      .path(.screen(2, .photo(.isZoomed(true)))), .path(.screen(2, .photo(.zoom(.begin("zoom"))))))
    #expect(rig.inFlight == ["load", "zoom"])
    #expect(rig.store.liveSubscriptions.count == 1)
    rig.send(change)
    #expect(rig.inFlight == [])
    #expect(rig.store.liveSubscriptions.isEmpty)
    #expect(!rig.work.send("load", .heard("late")))
    rig.store.pump()
    #expect(!rig.path.screens.contains { $0.leaf.heard == ["late"] })
  }

  @Test("A path that is replaced from outside ends the screens that are not its own")
  func replaced() {
    let rig = rig(.list("a"), .photo("b"))
    rig.send(.path(.screen(1, .list(.begin("first")))), .path(.screen(2, .photo(.begin("second")))))
    var copy = rig.store.withState { $0 }
    copy.path.pop()
    copy.path.push(.photo("c"))
    rig.store.replace(copy)
    #expect(rig.inFlight == ["first"])
    rig.store.replace(Album(path: ScreenPath([.list("a"), .photo("b")])))
    #expect(rig.inFlight == [])
  }

  @Test("Ids and queues of two screens of one case never meet")
  func siblings() {
    let rig = rig(.photo("a"), .photo("a"))
    for id: ScreenID in [1, 2] {
      rig.send(.path(.screen(id, .photo(.begin("load \(id)", queue: 1, id: "load")))))
    }
    #expect(Set(rig.inFlight) == ["load 1", "load 2"])
    #expect(rig.store.effectsInFlight.allSatisfy { $0.phase == .running })
    rig.send(.path(.screen(1, .photo(.cancel("load")))))
    #expect(rig.inFlight == ["load 2"])
  }

  @Test("A message for a screen that has left is reported, and its dismissal is not")
  func stale() {
    let rig = rig(.list("a"))
    rig.send(.path(.dismissed(1)), .path(.dismissed(1)), .path(.dismissed(9)))
    #expect(rig.complaints.isEmpty)
    rig.send(.path(.screen(1, .list(.heard("late")))))
    #expect(rig.complaints.count == 1)
    rig.send(.push(.list("b")), .path(.screen(1, .list(.heard("late")))))
    #expect(rig.complaints.count == 2)
    #expect(rig.path.top?.leaf.heard == [])
    // For another case of the screen.
    rig.send(.path(.screen(2, .photo(.heard("wrong")))))
    #expect(rig.complaints.count == 3)
  }

  @Test("What a screen sends at once does not reach another that takes its place")
  func echo() {
    let rig = rig(.photo("a"))
    let sender = rig.store.sender()
    sender.send(.path(.screen(1, .photo(.echo("late")))))
    sender.send(.renew([.photo("b")]))
    rig.store.pump()
    #expect(rig.path.top?.leaf == Leaf(name: "b"))
    #expect(rig.complaints.isEmpty)
  }

  @Test("Presenting another thing ends the first as a whole")
  func presentation() {
    let rig = AlbumRig()
    rig.send(.present(.photo("a")), .modal(.screen(1, .photo(.begin("a")))), .present(.photo("b")))
    #expect(rig.inFlight == [])
    rig.send(.modal(.screen(2, .photo(.begin("b")))), .modal(.dismissed(1)))
    #expect(rig.inFlight == ["b"])
    rig.send(.modal(.dismissed(2)))
    #expect(rig.inFlight == [] && rig.modal.screen == nil && rig.complaints.isEmpty)
  }

  @Test("A path that was not declared is reported")
  func undeclared() {
    let rig = AlbumRig(Album(path: ScreenPath([.photo("a")])), isDeclared: false)
    rig.send(.path(.screen(1, .photo(.begin("load")))))
    #expect(rig.complaints.contains { $0.contains("`path`") })
  }

  @Test("A record names the screen's part")
  func records() {
    let rig = rig(.photo("a"))
    let names = Guarded<[String]>([])
    let tap = rig.store.flow.tap { record in
      names.change { $0 += record.effects.map { "\($0.kind) \($0.part.map { "\($0)" } ?? "-")" } }
    }
    rig.send(.path(.screen(1, .photo(.begin("load")))), .pop)
    tap.cancel()
    #expect(names.read { $0 } == ["started path.screen.photo", "cancelled path.screen.photo"])
  }

  @Test("A screen is a store of its own, which is nil after it has left")
  func scope() {
    let rig = rig(.photo("a"), .photo("b"))
    let scope: Scope<Page?, PageMessage> = rig.store.scope(\.path, screen: 2) { .path($0) }
    let seen = Guarded<[String?]>([])
    let token = scope.observe(\.?.leaf.heard.last) { text in seen.change { $0.append(text) } }
    scope.send(.photo(.heard("one")))
    rig.send(.path(.screen(1, .photo(.heard("other")))))
    rig.send(.pop)
    #expect(scope.state == nil)
    #expect(seen.read { $0 } == ["one", nil])
    scope.send(.photo(.heard("late")))
    #expect(rig.complaints.count == 1)
    token.cancel()

    rig.send(.present(.photo("c")))
    let modal: Scope<Page?, PageMessage> = rig.store.scope(\.modal, screen: 1) { .modal($0) }
    modal.send(.photo(.heard("here")))
    #expect(modal.state?.leaf.heard == ["here"])
  }
}
