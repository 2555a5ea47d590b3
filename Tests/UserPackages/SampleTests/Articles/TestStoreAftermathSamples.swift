import Aftermath
import AftermathTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Testing what you wrote, with Aftermath") struct TestStoreAftermathSamples {
  typealias BookList = AftermathArticle.BookList
  typealias Book = AftermathArticle.Book

  private struct Catalogue: AsyncCommandHandler {
    func handle(command: BookList) async throws -> [Book] { [Book(id: 1, title: "Old")] }
  }

  @Test("An engine is tested by its events and the state folded from them")
  func engine() async throws {
    let engine = Engine(name: "library")
    engine.use(handler: Catalogue())
    let shelf = try engine.store([Book](), name: "shelf") { fold in
      fold.on(BookList.self) { $0 = $1 }
    }
    let test = TestStore(engine, shelf)
    test.send(.command(BookList(shelf: "poems")))
    await test.receive(where: \.isProgress)
    await test.receive(where: \.isFolded)
    await test.receive(where: { $0.isData(of: BookList.self) })
    await test.receive(where: \.isFolded) { $0 = [Book(id: 1, title: "Old")] }
    await test.finish()
  }
}
