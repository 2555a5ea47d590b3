/// Objects by type, found without a hash table: a table of addresses, probed one after another.
///
/// A lookup costs a multiplication and, because half of the table is empty, a comparison or two. Types are
/// removed only all together.
@usableFromInline
struct TypeTable<Value: AnyObject> {
  @usableFromInline
  struct Entry {
    @usableFromInline var key: ObjectIdentifier
    @usableFromInline var value: Value

    init(key: ObjectIdentifier, value: Value) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline var entries: ContiguousArray<Entry?> = ContiguousArray(repeating: nil, count: 8)
  private var count = 0

  init() {}

  @usableFromInline
  subscript(key: ObjectIdentifier) -> Value? {
    @inlinable get { entries[place(of: key)]?.value }
    set {
      guard let newValue else { return }
      let place = place(of: key)
      if entries[place] == nil { count += 1 }
      entries[place] = Entry(key: key, value: newValue)
      if count * 2 > entries.count { grow() }
    }
  }

  func forEach(_ body: (Value) -> Void) {
    for case let entry? in entries { body(entry.value) }
  }

  /// Returns the slot of a type, or the one for adding it.
  @inlinable
  func place(of key: ObjectIdentifier) -> Int {
    // Fibonacci hashing (Knuth, The Art of Computer Programming, volume 3, section 6.4): the upper bits of a
    // product with 2^64 divided by the golden ratio.
    let product = UInt64(UInt(bitPattern: key)) &* 0x9E37_79B9_7F4A_7C15
    var place = Int(truncatingIfNeeded: product >> 32) & (entries.count - 1)
    while let entry = entries[place], entry.key != key { place = (place + 1) & (entries.count - 1) }
    return place
  }

  private mutating func grow() {
    let old = entries
    entries = ContiguousArray(repeating: nil, count: old.count * 2)
    for case let entry? in old { entries[place(of: entry.key)] = entry }
  }
}

/// Returns the key of a command: its dynamic type, which for an object may be a subclass of the static one.
func key<Subject>(of subject: Subject) -> ObjectIdentifier { ObjectIdentifier(type(of: subject)) }

/// Returns a command or an event with the type under which it was looked up.
///
/// It is much faster than a cast, which only an object needs whose static type is a superclass. The types
/// always match, because the engine stores handlers and listeners by the type that they accept, and looks
/// them up by it.
@inlinable
@inline(__always)
func project<Subject, Whole>(_ subject: Subject, as type: Whole.Type) -> Whole {
  if Subject.self != Whole.self { return projectObject(subject, as: type) }
  // Sound: both are the same type, which was checked.
  return unsafeBitCast(subject, to: Whole.self)
}

@usableFromInline
func projectObject<Subject, Whole>(_ subject: Subject, as type: Whole.Type) -> Whole {
  guard let whole = subject as? Whole else {
    preconditionFailure("The engine's table holds an entry of another type than its key.")
  }
  return whole
}
