/// The stored properties of a structure, as the runtime describes them: from its type, without a value.
///
/// Sound: the standard library's own `Mirror` uses these functions, and they are declared here as it declares
/// them. They belong to the stable ABI of Apple's systems, because old programs call them through their
/// inlined standard library, and to the toolchain's own runtime on Linux. They are called for structures
/// only, for which neither needs a value, with indices below the count. The names that they return are passed
/// back to them to be freed.
enum RuntimeFields {
  struct Field {
    let label: String
    let type: Any.Type
    let offset: Int
    /// True if the property is neither weak nor unowned.
    let isStrong: Bool
  }

  /// Returns the properties in order of declaration, or nil if the type is not a structure.
  static func of(_ type: Any.Type) -> [Field]? {
    guard metadataKind(type) == structureKind else { return nil }
    return (0..<childCount(type)).map { index in
      var traits = Traits(name: nil, free: nil, isStrong: true, isVar: true)
      let childType = childMetadata(type, index: index, traits: &traits)
      defer { traits.free?(traits.name) }
      return Field(
        label: traits.name.map { String(cString: $0) } ?? "", type: childType,
        offset: childOffset(type, index: index), isStrong: traits.isStrong)
    }
  }

  /// Returns true if values of the type are boxes for values of other types: `any P`, `Any`.
  static func isExistential(_ type: Any.Type) -> Bool { existentialKinds.contains(metadataKind(type)) }
}

// From the runtime's `MetadataKind.def`: `Struct`, and `Existential` and `ExtendedExistential`.
private let structureKind: UInt = 0x200
private let existentialKinds: [UInt] = [0x303, 0x307]

private struct Traits {
  let name: UnsafePointer<CChar>?
  let free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  let isStrong: Bool
  let isVar: Bool
}

// Sound: see `RuntimeFields`.
@_silgen_name("swift_getMetadataKind")
private func metadataKind(_: Any.Type) -> UInt

// Sound: as above.
@_silgen_name("swift_reflectionMirror_recursiveCount")
private func childCount(_: Any.Type) -> Int

// Sound: as above.
@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func childMetadata(_: Any.Type, index: Int, traits: UnsafeMutablePointer<Traits>) -> Any.Type

// Sound: as above.
@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func childOffset(_: Any.Type, index: Int) -> Int
