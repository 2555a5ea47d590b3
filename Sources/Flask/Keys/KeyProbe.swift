/// The comparison and the reading of one key of one type of state; created once.
@usableFromInline
final class KeyProbe {
  let name: String
  /// Compares the part in the states at two addresses.
  @usableFromInline let isSame: Comparison
  /// Reads the part in the state at an address, without optionals around it; nil if it is absent.
  let value: (UnsafeRawPointer) -> Any?

  @usableFromInline
  init(name: String, isSame: @escaping Comparison, value: @escaping (UnsafeRawPointer) -> Any?) {
    self.name = name
    self.isSame = isSame
    self.value = value
  }
}

extension KeyProbe {
  /// Creates the probe of a key that leads through structures alone, to an offset.
  convenience init(name: String, to shape: Shape, at offset: Int, keeping shapes: Shapes) {
    let same = shape.comparison(at: offset)
    let read = shape.read
    // A type compared by its own `==` needs no other shape, and is called directly.
    self.init(
      name: name,
      isSame: shape.needsOthers
        ? { left, right in withExtendedLifetime(shapes) { same(left, right) } } : same,
      value: { state in withExtendedLifetime(shapes) { read(state + offset) } })
  }

  /// Creates the probe of a key that leads through a part that may be absent.
  convenience init(name: String, over route: @escaping KeyRoute, at offset: Int, keeping shapes: Shapes) {
    self.init(
      name: name,
      isSame: { left, right in
        withExtendedLifetime(shapes) {
          var isSame = false
          route(left + offset) { left in
            route(right + offset) { right in
              // An absent part and one that is nil read alike, so they are the same.
              switch (left?.present, right?.present) {
              case (let left?, let right?):
                isSame = left.shape === right.shape && left.shape.same(left.address, right.address)
              case (nil, nil): isSame = true
              default: break
              }
            }
          }
          return isSame
        }
      },
      value: { state in
        withExtendedLifetime(shapes) {
          var value: Any?
          route(state + offset) { spot in value = spot.flatMap { $0.shape.read($0.address) } }
          return value
        }
      })
  }
}
