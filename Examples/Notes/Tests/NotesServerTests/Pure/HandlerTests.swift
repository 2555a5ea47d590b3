import Aftermath
import Millrace
import NotesModel
import Testing

@testable import NotesServer

/// The home of a test's engine.
@globalActor
actor HandlerHome {
  static let shared = HandlerHome()
}

@Suite("Handlers")
@HandlerHome
struct HandlerTests {
  @Test("A handler answers like a function, and leaves the shelf alone")
  func function() {
    let shelf = Shelf.with(note(0, "a"))
    let handler = ShelfHandler<ChangeItem> { shelf }
    guard
      case .error(let error) = handler.handle(
        command: ChangeItem(.delete(ItemID(.notes, 1), if: .versions([2]))),
        publisher: EventPublisher(engine: Engine(name: "test")))
    else {
      Issue.record("it was admitted")
      return
    }
    #expect(error as? RequestError == .otherVersion(ItemID(.notes, 1), version: 1, current: note(1, "a")))
  }

  @Test("What is admitted is one fact, which is folded; what is refused or repeated is none")
  func facts() throws {
    let engine = Engine(name: "test")
    let store = try engine.store(Shelf(), name: "shelf") { fold in
      fold.on(ItemsChanged.self) { $0.fold($1) }
    }
    engine.use(handler: ShelfHandler<ChangeItem> { store.state })
    var (facts, answers, refusals) = (0, [Change](), [RequestError]())
    final class Listener: ReactionProducer {
      let engine: Engine
      init(_ engine: Engine) { self.engine = engine }
    }
    let listener = Listener(engine)
    listener.next { (_: ItemsChanged) in facts += 1 }
    listener.react(
      to: ChangeItem.self,
      with: Reaction(
        consume: { answers += $0 },
        rescue: { if let error = $0 as? RequestError { refusals.append(error) } }))
    for _ in 0..<3 { engine.execute(command: ChangeItem(.create(note(0, "a")), key: "k")) }
    engine.execute(command: ChangeItem(.delete(ItemID(.notes, 2), if: .present)))
    #expect(facts == 1 && answers.count == 3 && Set(answers).count == 1)
    #expect(refusals == [.noItem(ItemID(.notes, 2))])
    #expect(store.state == Shelf.with(note(0, "a")).keyed("k"))
  }
}

extension Shelf {
  /// One whose only change had a key.
  fileprivate func keyed(_ key: String) -> Shelf {
    var shelf = Shelf()
    for item in all.values { _ = try? shelf.take(ChangeItem(.create(item.numbered(0)), key: key)) }
    return shelf
  }
}
