extension Redaction {
  /// Returns the text of an error or of another value that describes itself: its own description, in one
  /// line, or its parts if one of them is hidden.
  package func text(of value: Any) -> String {
    finds(in: value) ? readableLine(value, self) : escaped("\(value)")
  }

  /// Returns true if a value has a hidden part, or so many parts that they are not all examined.
  private func finds(in value: Any) -> Bool {
    // A marked value hides itself in every description.
    if isEmpty { return false }
    var open: [Any] = [value]
    var met: Set<ObjectIdentifier> = []
    var examined = 0
    while let next = open.popLast() {
      let value = unwrapped(next)
      if value is any StringProtocol { continue }
      if hides(value) { return true }
      if type(of: value) is AnyClass, !met.insert(ObjectIdentifier(value as AnyObject)).inserted { continue }
      examined += 1
      if examined > 1_000 { return true }
      if let gathering = value as? any UnorderedElements {
        for (key, value) in gathering.elements {
          open.append(child(value, named: key.flatMap { unwrapped($0) as? String }))
          if let key { open.append(key) }
        }
      } else {
        open += Fields(of: value, self).children.map(\.value)
      }
    }
    return false
  }
}
