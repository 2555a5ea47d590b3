/// The neighbours of one element in a ``SlabList``; `SlabList.none` stands for no neighbour.
@usableFromInline
struct SlabLinks: Sendable {
  @usableFromInline var previous: Int
  @usableFromInline var next: Int

  @_alwaysEmitIntoClient
  init() {
    previous = SlabList.none
    next = SlabList.none
  }
}

/// A doubly linked list of indices whose links live in an array beside the elements.
///
/// Removing an element from the middle costs the same as removing the first, and allocates nothing; a waiting
/// effect is therefore cancelled in constant time. One array of links serves any number of lists, provided
/// that an index is in at most one of them.
@usableFromInline
struct SlabList: Sendable {
  @_alwaysEmitIntoClient static var none: Int { -1 }

  @usableFromInline var first: Int
  @usableFromInline var last: Int
  @usableFromInline var count: Int

  @_alwaysEmitIntoClient
  init() {
    first = SlabList.none
    last = SlabList.none
    count = 0
  }

  @_alwaysEmitIntoClient
  var isEmpty: Bool { count == 0 }

  @_alwaysEmitIntoClient
  mutating func append(_ index: Int, in links: inout [SlabLinks]) {
    links[index].previous = last
    links[index].next = SlabList.none
    if last == SlabList.none {
      first = index
    } else {
      links[last].next = index
    }
    last = index
    count += 1
  }

  @_alwaysEmitIntoClient
  mutating func remove(_ index: Int, in links: inout [SlabLinks]) {
    let neighbours = links[index]
    if neighbours.previous == SlabList.none {
      first = neighbours.next
    } else {
      links[neighbours.previous].next = neighbours.next
    }
    if neighbours.next == SlabList.none {
      last = neighbours.previous
    } else {
      links[neighbours.next].previous = neighbours.previous
    }
    count -= 1
  }
}
