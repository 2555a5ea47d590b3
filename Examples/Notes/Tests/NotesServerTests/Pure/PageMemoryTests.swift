import NotesModel
import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("The pages that were asked for last")
struct PageMemoryTests {
  private func page(_ bytes: Int) -> PageMemory.Page {
    PageMemory.Page(last: 1, tag: "", headers: [], body: [UInt8](repeating: 65, count: bytes))
  }

  private func key(_ text: String) -> PageMemory.Key {
    PageMemory.Key(kind: .notes, query: Array(text.utf8)[...])
  }

  @Test("are kept by kind and query until something changes")
  func keeping() {
    var memory = PageMemory()
    memory.keep(page(3), as: key("page=1"))
    #expect(memory.page(key("page=1"))?.body.count == 3)
    #expect(memory.page(key("page=2")) == nil)
    #expect(memory.page(PageMemory.Key(kind: .todos, query: key("page=1").query)) == nil)
    memory.forget()
    #expect(memory.page(key("page=1")) == nil)
  }

  @Test("are so many, and so many bytes, at most")
  func limits() {
    var memory = PageMemory()
    for number in 0...PageMemory.most { memory.keep(page(1), as: key("\(number)")) }
    #expect(memory.page(key("0")) == nil && memory.page(key("\(PageMemory.most)")) != nil)
    memory.keep(page(PageMemory.mostBytes), as: key("large"))
    #expect(memory.page(key("large")) != nil && memory.page(key("\(PageMemory.most)")) == nil)
    memory.keep(page(PageMemory.mostBytes + 1), as: key("larger"))
    #expect(memory.page(key("larger")) == nil && memory.page(key("large")) != nil)
  }
}
