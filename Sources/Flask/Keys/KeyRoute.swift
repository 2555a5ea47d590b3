/// The location of a key in one value: an address, and the shape of the part there.
struct KeyLocation {
  let address: UnsafeRawPointer
  unowned let shape: Shape

  /// The location, or nil if the value there is an optional that is nil.
  var present: KeyLocation? {
    guard let optional = shape.type as? any KeyOptional.Type else { return self }
    return optional.flat(address) == nil ? nil : self
  }
}

/// A route that passes the location of a key to a closure, or nil if it is absent.
typealias KeyRoute = (UnsafeRawPointer, (KeyLocation?) -> Void) -> Void

enum KeyFlaw: Error {
  /// The component at this index names nothing in the type, which has these names.
  case unknown(place: Int, labels: [String])
  case `internal`(label: String)
  case weak(label: String)
  case incomparable(Any.Type)
}

/// The search for the route from a type of values to the part for a key.
struct KeyRouter {
  let components: [String]
  private var routes: [Crossing: Result<KeyRoute, KeyFlaw>] = [:]

  private struct Crossing: Hashable {
    let shape: ObjectIdentifier
    let place: Int
  }

  init(_ components: [String]) {
    self.components = components
  }

  /// The maximum number of components of a key; a longer one names nothing.
  static let longest = 256

  /// Follows the key through structures alone, to an offset and an index in its components.
  func stem(from root: Shape) throws(KeyFlaw) -> (offset: Int, shape: Shape, place: Int) {
    if components.count > Self.longest { throw .unknown(place: 0, labels: []) }
    var (offset, shape, place) = (0, root, 0)
    while place < components.count, case .structure(let fields, _) = shape.kind {
      let field = try field(at: place, of: fields)
      offset += field.offset
      shape = field.link.shape
      place += 1
    }
    return (offset, shape, place)
  }

  /// Returns the remaining route from a type, for the components from an index on.
  ///
  /// A dictionary's own keys may contain dots, so there can be several routes, which meet again.
  mutating func route(from shape: Shape, at place: Int) throws(KeyFlaw) -> KeyRoute {
    let crossing = Crossing(shape: ObjectIdentifier(shape), place: place)
    if let known = routes[crossing] { return try known.get() }
    do throws(KeyFlaw) {
      let route = try makeRoute(from: shape, at: place)
      routes[crossing] = .success(route)
      return route
    } catch {
      routes[crossing] = .failure(error)
      throw error
    }
  }

  private mutating func makeRoute(from shape: Shape, at place: Int) throws(KeyFlaw) -> KeyRoute {
    let link = Shape.Link(shape: shape)
    if place == components.count {
      if let obstacle = shape.obstacle { throw .incomparable(obstacle) }
      return { address, body in body(KeyLocation(address: address, shape: link.shape)) }
    }
    switch shape.kind {
    case .structure(let fields, _):
      let field = try field(at: place, of: fields)
      let rest = try route(from: field.link.shape, at: place + 1)
      return { address, body in rest(address + field.offset, body) }
    case .container(let type, let part):
      return try route(into: type, part.shape, at: place)
    case .box:
      let value = Shape.Link(shape: shape.shapes.shape(of: FlaskDictRef.Value.self))
      let rest = components[place...]
      return { address, body in
        // Sound: a route is given the addresses of values of the type from which it leads.
        let box = address.assumingMemoryBound(to: FlaskDictRef.self).pointee
        guard let entry = box.value(at: rest), entry != .null else { return body(nil) }
        withUnsafePointer(to: entry) { body(KeyLocation(address: $0, shape: value.shape)) }
      }
    case .float, .boxed, .object, .existential, .leaf:
      throw .unknown(place: place, labels: [])
    }
  }

  private mutating func route(
    into type: any KeyContainer.Type, _ part: Shape, at place: Int
  ) throws(KeyFlaw) -> KeyRoute {
    var ways: [(step: KeyStep, rest: KeyRoute)] = []
    var flaw = KeyFlaw.unknown(place: place, labels: [])
    let most = min(type.components.upperBound, components.count - place)
    for count in stride(from: most, through: type.components.lowerBound, by: -1) {
      let rest: Result<KeyRoute, KeyFlaw>
      do throws(KeyFlaw) {
        rest = .success(try route(from: part, at: place + count))
      } catch {
        rest = .failure(error)
        if case .unknown = error {
          flaw = error
          continue
        }
      }
      guard let step = type.step(to: components[place..<place + count].joined(separator: ".")) else {
        continue
      }
      // A part that exists but must not be used is not looked for under another reading.
      ways.append((step, try rest.get()))
    }
    guard let only = ways.first else { throw flaw }
    if ways.count == 1 {
      return { address, body in
        only.step(address) { if let part = $0 { only.rest(part, body) } else { body(nil) } }
      }
    }
    return { address, body in
      for way in ways {
        var isThere = false
        way.step(address) { part in
          guard let part else { return }
          way.rest(part) { spot in
            guard let spot else { return }
            isThere = true
            body(spot)
          }
        }
        if isThere { return }
      }
      body(nil)
    }
  }

  private func field(
    at place: Int, of fields: [Shape.Field]
  ) throws(KeyFlaw) -> Shape.Field {
    let label = components[place]
    // A lazy or wrapped property is stored under another name.
    let stored = [label, "_\(label)", "$__lazy_storage_$_\(label)"]
    let found = stored.compactMap { name in fields.first { $0.label == name } }
    guard !label.isEmpty, let field = found.first else {
      let shown = fields.filter { $0.isStrong && !$0.isInternal && $0.link.shape.obstacle == nil }
      throw .unknown(place: place, labels: shown.map(\.label))
    }
    if field.isInternal { throw .internal(label: label) }
    if !field.isStrong { throw .weak(label: label) }
    return field
  }
}
