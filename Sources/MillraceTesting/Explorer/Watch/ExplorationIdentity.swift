import Millrace
import MillraceSupport

#if canImport(Testing)
import Testing
#endif

/// The identity of an exploration, which the same exploration has in the next process, too.
///
/// One place in the source may explore many scenarios: a test with arguments, a loop, a function that several
/// tests call. So the test, its arguments, and the number of the exploration among those that they have begun
/// there belong to it.
enum ExplorationIdentity {
  private static let counts = Locked<[UInt64: UInt64]>([:])

  /// Returns the identity of an exploration that the calling task begins now.
  static func next(at place: String) -> UInt64 {
    var hash = StableHash()
    hash.combine(place)
    #if canImport(Testing)
    if let test = Test.current {
      hash.combine("\(test.id)")
      // Its arguments are among the parts of the case.
      if test.isParameterized, let example = Test.Case.current { hash.combine("\(example)") }
    }
    #endif
    let count = counts.withLock { counts in
      counts[hash.value, default: 0] += 1
      return counts[hash.value] ?? 0
    }
    hash.combine(count)
    return hash.value
  }
}
