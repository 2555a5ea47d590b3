import MillraceSync
import Testing

@Suite("A log in memory")
struct MemoryLogTests {
  @Test("is empty at first")
  func empty() async throws {
    let page = try await MemoryLog().read(after: 0, limit: .max)
    #expect(page == LogPage(after: 0, entries: [], head: 0))
  }
}
