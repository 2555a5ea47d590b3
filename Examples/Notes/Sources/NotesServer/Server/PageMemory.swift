import NotesModel

/// A cache of recently requested pages, until something changes: a pure value.
struct PageMemory {
  /// A page's kind, and its query as received.
  struct Key: Hashable {
    let kind: Kind
    let query: ArraySlice<UInt8>
  }

  struct Page {
    let last: Int
    let tag: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
  }

  /// The maximum number of pages, and their maximum total size in bytes.
  static let (most, mostBytes) = (64, 4 << 20)

  private var pages: [Key: Page] = [:]
  private var bytes = 0

  func page(_ key: Key) -> Page? { pages[key] }

  /// Caches a page, unless it exceeds the total size; all others are dropped when there is no room beside it.
  mutating func keep(_ page: Page, as key: Key) {
    guard page.body.count <= Self.mostBytes, pages[key] == nil else { return }
    if pages.count == Self.most || bytes + page.body.count > Self.mostBytes { forget() }
    pages[key] = page
    bytes += page.body.count
  }

  /// Drops all pages, because something has changed.
  mutating func forget() {
    if pages.isEmpty { return }
    pages = [:]
    bytes = 0
  }
}
