import NotesModel

/// The pages that were asked for last, as they were answered, until something changes: a pure value.
struct PageMemory {
  /// A page: its kind, and the query as it came.
  struct Key: Hashable {
    let kind: Kind
    let query: ArraySlice<UInt8>
  }

  /// The answer to a page.
  struct Page {
    let last: Int
    let tag: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
  }

  /// The most pages, and the most bytes of all together.
  static let (most, mostBytes) = (64, 4 << 20)

  private var pages: [Key: Page] = [:]
  private var bytes = 0

  /// A page that was kept; nil for any other.
  func page(_ key: Key) -> Page? { pages[key] }

  /// Keeps a page, if it is no larger than all may be; all others go when there is no room beside it.
  mutating func keep(_ page: Page, as key: Key) {
    guard page.body.count <= Self.mostBytes, pages[key] == nil else { return }
    if pages.count == Self.most || bytes + page.body.count > Self.mostBytes { forget() }
    pages[key] = page
    bytes += page.body.count
  }

  /// Forgets all of them, for something has changed.
  mutating func forget() {
    if pages.isEmpty { return }
    pages = [:]
    bytes = 0
  }
}
