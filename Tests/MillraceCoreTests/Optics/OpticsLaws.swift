import MillraceOptics
import Testing

/// The laws, as expectations about one optic on many random values.
struct OpticsLaws {
  /// The number of tries of one seed: enough that each case of the samples comes up many times.
  static let rounds = 60

  var random: LawRandom

  init(seed: UInt64) { random = LawRandom(seed: seed) }

  mutating func lens<Whole: LawSample, Part: LawSample>(
    _ name: Comment, _ lens: Lens<Whole, Part>, at place: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<Self.rounds {
      let whole = Whole.sample(&random)
      let (one, two) = (Part.sample(&random), Part.sample(&random))
      #expect(lens.setting(whole, to: lens.get(whole)) == whole, name, sourceLocation: place)
      #expect(lens.get(lens.setting(whole, to: one)) == one, name, sourceLocation: place)
      #expect(
        lens.setting(lens.setting(whole, to: one), to: two) == lens.setting(whole, to: two),
        name, sourceLocation: place)

      var modified = whole
      let seen = lens.modify(&modified) { part in
        let seen = part
        part = one
        return seen
      }
      #expect(seen == lens.get(whole), name, sourceLocation: place)
      #expect(modified == lens.setting(whole, to: one), name, sourceLocation: place)
      #expect(lens.modifying(whole) { $0 = one } == modified, name, sourceLocation: place)
    }
    affine(name, AffineTraversal(lens: lens), at: place)
  }

  mutating func prism<Whole: LawSample, Part: LawSample>(
    _ name: Comment, _ prism: Prism<Whole, Part>, at place: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<Self.rounds {
      let whole = Whole.sample(&random)
      let part = Part.sample(&random)
      #expect(prism.tryGet(prism.inject(part)) == part, name, sourceLocation: place)
      if let found = prism.tryGet(whole) {
        #expect(prism.inject(found) == whole, name, sourceLocation: place)
      }

      var modified = whole
      let found = prism.modify(&modified) { $0 = part }
      #expect(found == (prism.tryGet(whole) != nil), name, sourceLocation: place)
      #expect(modified == (found ? prism.inject(part) : whole), name, sourceLocation: place)
    }
    affine(name, AffineTraversal(prism: prism), at: place)
  }

  mutating func affine<Whole: LawSample, Part: LawSample>(
    _ name: Comment, _ affine: AffineTraversal<Whole, Part>, at place: SourceLocation = #_sourceLocation
  ) {
    var present = 0
    for _ in 0..<Self.rounds {
      let whole = Whole.sample(&random)
      let (one, two) = (Part.sample(&random), Part.sample(&random))
      let part = affine.tryGet(whole)
      var changed = whole
      #expect(affine.set(&changed, one) == (part != nil), name, sourceLocation: place)
      #expect(affine.tryGet(changed) == (part == nil ? nil : one), name, sourceLocation: place)
      #expect(affine.setting(changed, to: two) == affine.setting(whole, to: two), name, sourceLocation: place)
      if let part {
        present += 1
        #expect(affine.setting(whole, to: part) == whole, name, sourceLocation: place)
      } else {
        #expect(changed == whole, name, sourceLocation: place)
      }

      var modified = whole
      let seen = affine.modify(&modified) { part in
        let seen = part
        part = one
        return seen
      }
      #expect(seen == part, name, sourceLocation: place)
      #expect(modified == changed, name, sourceLocation: place)
      #expect(affine.modifying(whole) { $0 = one } == changed, name, sourceLocation: place)
    }
    #expect(present > 0, "\(name): no sample had a part", sourceLocation: place)
  }

  /// Expects two ways of composing to find and change the same.
  mutating func same<Whole: LawSample, Part: LawSample>(
    _ left: AffineTraversal<Whole, Part>, _ right: AffineTraversal<Whole, Part>,
    at place: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<Self.rounds {
      let whole = Whole.sample(&random)
      let part = Part.sample(&random)
      #expect(left.tryGet(whole) == right.tryGet(whole), sourceLocation: place)
      #expect(left.setting(whole, to: part) == right.setting(whole, to: part), sourceLocation: place)
    }
  }

  mutating func same<Whole: LawSample, Part: LawSample>(
    _ left: Lens<Whole, Part>, _ right: Lens<Whole, Part>, at place: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<Self.rounds {
      let whole = Whole.sample(&random)
      #expect(left.get(whole) == right.get(whole), sourceLocation: place)
    }
    same(AffineTraversal(lens: left), AffineTraversal(lens: right), at: place)
  }

  mutating func same<Whole: LawSample, Part: LawSample>(
    _ left: Prism<Whole, Part>, _ right: Prism<Whole, Part>, at place: SourceLocation = #_sourceLocation
  ) {
    for _ in 0..<Self.rounds {
      let part = Part.sample(&random)
      #expect(left.inject(part) == right.inject(part), sourceLocation: place)
    }
    same(AffineTraversal(prism: left), AffineTraversal(prism: right), at: place)
  }
}
