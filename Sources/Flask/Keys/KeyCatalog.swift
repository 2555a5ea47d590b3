import MillraceCore

/// The keys of one type of state, and the comparison and the reading of each.
///
/// The fields of the state are looked up once, from the type. Each key is resolved at its first use. A key
/// has one probe, whether it is used by name or by path.
///
/// - A name that begins with an underscore is internal at every depth, and so is the storage of a lazy or
///   wrapped property. A structure of the state's own module with internal fields anywhere below is compared
///   field by field without them. Those of other modules are compared by their `==`, because only their
///   module knows the meaning of their internal fields.
/// - Everything else that is `Equatable` is compared by `==`; other structures field by field; optionals,
///   arrays and dictionaries part by part; other objects by identity; a value of a protocol type by its
///   dynamic type's comparison. If that is impossible for a key or anything below it, the use of the key is
///   an error.
/// - A change from NaN to NaN is no change, and neither is one from null to absent in a ``FlaskDictRef``. A
///   structure's own `==` may decide differently.
/// - Dots lead into structures, optionals (nil has no parts), arrays (by index), dictionaries (with keys that
///   are texts or have a text form), and ``FlaskDictRef``. If a dictionary's own key contains dots, the
///   longest match wins. An absent part reads as nil, and may appear later. A key has at most 256 components.
/// - Weak and unowned references are ignored, because they can change by themselves.
@usableFromInline
final class KeyCatalog<S: FlaskState> {
  private let shapes = Shapes(below: S.self)
  private let root: Shape
  private var byName: [String: Result<KeyProbe, KeyError>] = [:]
  private var byPath: [PartialKeyPath<S>: KeyProbe] = [:]
  /// All keys that can be observed and do not depend on a value, depth first, in order of declaration.
  private(set) lazy var names = KeyNaming.names(below: root)

  init() {
    root = shapes.shape(of: S.self)
  }

  /// Compares two whole states, except internal parts and parts that cannot be compared.
  func isSame(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
    guard let fields = root.comparedFields else { return root.same(left, right) }
    return Shape.comparison(of: fields)(left, right)
  }

  // MARK: By name

  func probe(named name: String) throws(KeyError) -> KeyProbe {
    if let known = byName[name] { return try known.get() }
    do throws(KeyFlaw) {
      let probe = try makeProbe(named: name)
      byName[name] = .success(probe)
      return probe
    } catch {
      let error = error.error(key: name, state: S.self, names: { names })
      byName[name] = .failure(error)
      throw error
    }
  }

  private func makeProbe(named name: String) throws(KeyFlaw) -> KeyProbe {
    var router = KeyRouter(KeyText.components(of: name))
    let (offset, shape, place) = try router.stem(from: root)
    if place == router.components.count {
      if let obstacle = shape.obstacle { throw .incomparable(obstacle) }
      return KeyProbe(name: name, to: shape, at: offset, keeping: shapes)
    }
    let route = try router.route(from: shape, at: place)
    return KeyProbe(name: name, over: route, at: offset, keeping: shapes)
  }

  // MARK: By path

  /// The work left to a caller that knows a path's type and can specialise the comparison.
  @usableFromInline
  enum PathPlan {
    /// No work: the probe exists, or `==` does not apply to the type.
    case ready(KeyProbe)
    /// Compare the values at an offset by `==`.
    case stored(name: String, offset: Int)
    /// Compare the values that the path reads by `==`.
    case read(name: String)
  }

  @inlinable
  func probe<V: Equatable>(_ path: KeyPath<S, V>) throws(KeyError) -> KeyProbe {
    switch try plan(path) {
    case .ready(let probe):
      return probe
    case .stored(let name, let offset):
      return keep(path, name) { left, right in
        // Sound: both are addresses of values of `S`, which has a stored `V` at the offset.
        let left = (left + offset).assumingMemoryBound(to: V.self)
        let right = (right + offset).assumingMemoryBound(to: V.self)
        return isUnchanged(right.pointee, from: left.pointee)
      }
    case .read(let name):
      return keep(path, name) { left, right in
        // Sound: both are addresses of values of `S`.
        let left = left.assumingMemoryBound(to: S.self)
        let right = right.assumingMemoryBound(to: S.self)
        return isUnchanged(right.pointee[keyPath: path], from: left.pointee[keyPath: path])
      }
    }
  }

  @usableFromInline
  func plan<V: Equatable>(_ path: KeyPath<S, V>) throws(KeyError) -> PathPlan {
    if let known = byPath[path] { return .ready(known) }
    let shape = shapes.shape(of: V.self)
    let offset = MemoryLayout<S>.offset(of: path)
    let name = KeyNaming.name(of: path, V.self, at: offset, below: root)
    if let label = KeyText.components(of: name).first(where: KeyText.isInternal) {
      throw .internal(key: name, state: "\(S.self)", property: label)
    }
    if let probe = probeByName(name, shape, isStored: offset != nil) {
      byPath[path] = probe
      return .ready(probe)
    }
    let isByEquality = shape.isByEquality || shape.obstacle != nil
    if isByEquality { return offset.map { .stored(name: name, offset: $0) } ?? .read(name: name) }
    let shapes = shapes
    let same = shape.same
    return .ready(
      keep(path, name) { left, right in
        // Sound: both are addresses of values of `S`.
        let left = left.assumingMemoryBound(to: S.self).pointee[keyPath: path]
        let right = right.assumingMemoryBound(to: S.self).pointee[keyPath: path]
        return withExtendedLifetime(shapes) {
          withUnsafePointer(to: left) { left in withUnsafePointer(to: right) { right in same(left, right) } }
        }
      })
  }

  /// Returns the probe for the name of a path; nil if the path itself needs a probe.
  ///
  /// The name is enough if its probe exists already, if `==` does not apply, or if the path goes through
  /// optionals, which a name follows without reading the path.
  private func probeByName(_ name: String, _ shape: Shape, isStored: Bool) -> KeyProbe? {
    if isStored {
      if case .success(let known)? = byName[name] { return known }
      if shape.isByEquality { return nil }
    } else if KeyNaming.end(of: name, below: root) !== shape.withoutOptionals {
      return nil
    }
    return try? probe(named: name)
  }

  @usableFromInline
  func keep<V>(_ path: KeyPath<S, V>, _ name: String, isSame: @escaping Comparison) -> KeyProbe {
    let shape = shapes.shape(of: V.self)
    let read = shape.read
    let probe = KeyProbe(name: name, isSame: isSame) { state in
      // Sound: it is the address of a value of `S`.
      withUnsafePointer(to: state.assumingMemoryBound(to: S.self).pointee[keyPath: path]) { read($0) }
    }
    byPath[path] = probe
    if byName[name] == nil, KeyNaming.end(of: name, below: root) === shape.withoutOptionals {
      byName[name] = .success(probe)
    }
    return probe
  }
}
