/// A growing list in pieces, whose copies share what does not change.
///
/// A reader on another thread gets a copy in constant time; the next change copies one piece, not the whole.
public struct ChunkedArray<Element: Sendable>: RandomAccessCollection, Sendable {
  private static var size: Int { 1024 }
  private var pieces: [[Element]] = []
  /// The number of elements.
  public private(set) var count = 0

  /// Creates an empty list.
  public init() {}

  public var startIndex: Int { 0 }
  public var endIndex: Int { count }

  public subscript(place: Int) -> Element {
    get { pieces[place / Self.size][place % Self.size] }
    set { pieces[place / Self.size][place % Self.size] = newValue }
  }

  /// Appends an element.
  public mutating func append(_ element: Element) {
    if count % Self.size == 0 {
      var piece: [Element] = []
      piece.reserveCapacity(Self.size)
      pieces.append(piece)
    }
    pieces[pieces.count - 1].append(element)
    count += 1
  }

  /// Returns the first place whose element fulfils a condition that all later ones fulfil, too.
  ///
  /// O(log n).
  public func firstPlace(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
