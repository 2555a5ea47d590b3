import Millrace
import MillraceNavigation
import MillraceTesting
import Testing

/// Answers of parts to the state around them.
@MainActor
@Suite struct AnswerTests {
  private func rig(_ pages: Page...) -> AlbumRig { AlbumRig(Album(path: ScreenPath(pages))) }

  @Test("An answer of a screen is a message of its own, behind those that wait")
  func order() {
    let rig = rig(.photo("a"))
    let sender = rig.store.sender()
    sender.send(.path(.screen(1, .photo(.finish("saved")))))
    sender.send(.path(.screen(1, .photo(.heard("between")))))
    rig.store.pump()
    #expect(rig.answers == ["1 saved"])
    #expect(rig.path.top?.leaf.heard == ["between"])
  }

  @Test("An answer arrives although its screen has left, before or after it was given")
  func left() {
    let rig = rig(.list("a"), .photo("b"))
    let sender = rig.store.sender()
    sender.send(.path(.screen(2, .photo(.finish("waiting")))))
    sender.send(.pop)
    rig.store.pump()
    #expect(rig.answers == ["2 waiting"])
    rig.send(.takeThenPopAll(1, .list(.finish("in one turn"))))
    #expect(rig.answers == ["2 waiting", "1 in one turn"])
    #expect(rig.path.isEmpty && rig.complaints.isEmpty)
    // The whole path leaves, and another takes its place.
    rig.send(.push(.photo("c")))
    sender.send(.path(.screen(3, .photo(.finish("path")))))
    sender.send(.renew([.photo("d")]))
    rig.store.pump()
    #expect(rig.answers.last == "3 path")
  }

  @Test("A screen answers as often as it likes, also from effects while it is there")
  func often() {
    let rig = rig(.photo("a"))
    rig.send(.path(.screen(1, .photo(.begin("work")))))
    for number in 1...3 { rig.work.send("work", .finish("\(number)")) }
    rig.store.pump()
    #expect(rig.answers == ["1 1", "1 2", "1 3"])
    rig.send(.popAll)
    rig.work.send("work", .finish("late"))
    rig.store.pump()
    #expect(rig.answers.count == 3)
  }

  @Test("An answer behind work comes when the work is done, and not when the screen has left before")
  func sequence() {
    let rig = rig(.photo("a"), .photo("b"), .photo("c"))
    rig.send(.path(.screen(1, .photo(.beginThenFinish("one")))))
    rig.work.finish("one")
    rig.store.pump()
    #expect(rig.answers == ["1 begins one", "1 one"])
    rig.send(.path(.screen(3, .photo(.beginThenFinish("two")))), .pop)
    #expect(rig.answers == ["1 begins one", "1 one", "3 begins two"])
    // The screen leaves in the turn in which it asks.
    rig.send(.takeThenPopAll(2, .photo(.beginThenFinish("three"))))
    #expect(rig.answers == ["1 begins one", "1 one", "3 begins two", "2 begins three"])
    #expect(rig.inFlight == [] && rig.complaints.isEmpty)
  }

  @Test("A part inside a screen answers the screen, and not when the screen has left")
  func inner() {
    let rig = rig(.photo("a"))
    rig.send(.path(.screen(1, .photo(.isZoomed(true)))), .path(.screen(1, .photo(.zoom(.finish("near"))))))
    #expect(rig.path.top?.leaf.heard == ["answer near"])
    let sender = rig.store.sender()
    // The part leaves before its answer, the screen stays.
    sender.send(.path(.screen(1, .photo(.zoom(.finish("far"))))))
    sender.send(.path(.screen(1, .photo(.isZoomed(false)))))
    rig.store.pump()
    #expect(rig.path.top?.leaf.heard == ["answer near", "answer far"])
    // The screen leaves before the answer of its part.
    rig.send(.path(.screen(1, .photo(.isZoomed(true)))))
    sender.send(.path(.screen(1, .photo(.zoom(.finish("gone"))))))
    sender.send(.renew([.photo("b")]))
    rig.store.pump()
    #expect(rig.path.top?.leaf.heard == [])
    // Both leave in the turn of the answer.
    rig.send(
      .path(.screen(1, .photo(.isZoomed(true)))), .takeThenPopAll(1, .photo(.zoom(.finish("gone")))))
    #expect(rig.answers.isEmpty && rig.complaints.isEmpty)
  }

  @Test("A presented thing answers and is dismissed by the answer")
  func modal() {
    let rig = AlbumRig()
    rig.send(.present(.list("a")), .modal(.screen(1, .list(.finish("chosen")))))
    #expect(rig.answers == ["modal chosen"])
  }

  @Test("Outside of parts an answer is a message that is sent at once")
  func outside() {
    let store = Store([String](), of: String.self) { heard, text in
      heard.append(text)
      return text == "ask" ? .answer("answer") : .none
    }
    store.send("ask")
    #expect(store.state == ["ask", "answer"])
    #expect(Effect.answer("answer").messages == ["answer"])
    #expect(Effect.answer("answer").map { $0 + "!" }.outline == [.message("answer!")])
  }
}
