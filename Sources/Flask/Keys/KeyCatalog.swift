/// The keys of one type of state: which there are, and how each is compared and read.
///
/// The state's fields are looked up once, from the type; each key is worked out when it is first asked for. One key is one
/// probe, whether it is asked for by its name or by its path.
///
/// - A name that begins with an underscore is internal at every depth, and so is what the compiler stores for a lazy or
///   wrapped property. A structure of the state's own module that has internal fields anywhere below is compared field by
///   field without them; those of other modules are compared by their `==`, as nobody else knows what their internal
///   fields mean.
/// - Everything else that is `Equatable` is compared by `==`; other structures field by field, optionals, arrays and
///   dictionaries part by part, other objects by identity, and a value of a protocol type by what it is. Where that is
///   not possible, for the key or anything below it, asking for the key is an error.
/// - A floating-point number that is not one before and after has not changed; nor has an entry of a ``FlaskDictRef`` that
///   turns from null to absent. A structure's own `==` is free to differ.
/// - Dots lead into structures, optionals (nothing is there if one is nil), arrays (by index), dictionaries (whose keys
///   are texts, or written as such), and ``FlaskDictRef``. Where a dictionary's own key contains dots, the longest
///   reading that leads to something is taken. What is not there reads as nil, and may come later. No key has more than 256 components.
/// - Weak and unowned references are not looked at, as they can change by themselves.
@usableFromInline
final class KeyCatalog<S: FlaskState> {
  private let shapes = Shapes(below: S.self)
  private let root: Shape
  private var byName: [String: Result<KeyProbe, KeyError>] = [:]
  private var byPath: [PartialKeyPath<S>: KeyProbe] = [:]
  /// All keys that can be listened to and do not depend on a value, depth first, in order of declaration.
  private(set) lazy var names = KeyNaming.names(below: root)

  init() {
    root = shapes.shape(of: S.self)
  }

  /// Whether two whole states are the same, but for what is internal; what cannot be compared is left out.
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

  /// What the caller of a path's type, who can specialise the comparison, has to do.
  @usableFromInline
  enum PathPlan {
    /// Nothing: it is known, or its type is not to be compared by `==`.
    case ready(KeyProbe)
    /// Compare by `==`, at an offset.
    case stored(name: String, offset: Int)
    /// Compare by `==` what the path reads.
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
        return left.pointee == right.pointee
      }
    case .read(let name):
      return keep(path, name) { left, right in
        // Sound: both are addresses of values of `S`.
        let left = left.assumingMemoryBound(to: S.self)
        let right = right.assumingMemoryBound(to: S.self)
        return left.pointee[keyPath: path] == right.pointee[keyPath: path]
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

  /// The probe of the same part that its name leads to, if that serves as well as one of the path's own.
  ///
  /// It does where it is there already, where `==` is not to be asked, and where the path goes through optionals, which a
  /// name does without reading the path.
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
