import NotesModel
import Testing

@testable import NotesLibrary

@Suite("What of a feed is news")
struct FeedNewsTests {
  private func entry(_ sequence: Int) -> FeedEntry {
    FeedEntry(sequence: sequence, id: ItemID(.notes, sequence), version: 1, key: nil, item: nil)
  }

  @Test("What was told is not told again, nor that it is all, however often a server repeats it")
  func repeats() {
    var news = FeedNews(after: 3)
    #expect(news.take(FeedBatch([entry(2), entry(3)], isCurrent: false)) == nil)
    #expect(
      news.take(FeedBatch([entry(3), entry(4)], isCurrent: false)) == FeedBatch([entry(4)], isCurrent: false))
    #expect(news.take(FeedBatch([entry(4)], isCurrent: true)) == FeedBatch([], isCurrent: true))
    for _ in 0..<10 { #expect(news.take(FeedBatch([entry(4)], isCurrent: true)) == nil) }
    #expect(news.take(FeedBatch([entry(5)], isCurrent: true)) == FeedBatch([entry(5)], isCurrent: true))
  }
}
