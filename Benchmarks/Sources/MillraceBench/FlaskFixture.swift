import Flask
import Measuring

/// Three substances, and a reactor that mixes all of them and listens to five keys.
@MainActor
final class FlaskMixFixture {
  private let flask = Flask(name: "bench", archives: MemoryArchives())
  private let a: Substance<FlaskRecord>
  private let b: Substance<FlaskRecord>
  private let c: Substance<FlaskRecord>
  private let reactor: Reactor<Box>
  private let box = Box()
  var sum: Int { box.sum }

  /// - Parameter declares: Whether the keys are declared beforehand, instead of asked for in a handler.
  init(declares: Bool) {
    a = flask.newSubstance(definedBy: FlaskRecord.self, named: "a")
    b = flask.newSubstance(definedBy: FlaskRecord.self, named: "b")
    c = flask.newSubstance(definedBy: FlaskRecord.self, named: "c")
    reactor = flask.reactor(attachedTo: box, mixing: [a, b, c])
    if declares {
      let substances = [a, b, c]
      for (index, substance) in substances.enumerated() {
        let part = flask.reactor(attachedTo: box, mixing: substance)
        part.on(\FlaskRecord.n0) { box, change in box.sum &+= change.newValue() }
        if index < 2 { part.on(\FlaskRecord.x0) { box, change in box.sum &+= Int(change.newValue()) } }
      }
    } else {
      reactor.handler = { [a, b, c] box, reaction in
        if let reaction = reaction.at(a) {
          reaction.on(\.n0) { box.sum &+= $0.newValue() }
          reaction.on(\.x0) { box.sum &+= Int($0.newValue()) }
        } else if let reaction = reaction.at(b) {
          reaction.on(\.n0) { box.sum &+= $0.newValue() }
          reaction.on(\.x0) { box.sum &+= Int($0.newValue()) }
        } else if let reaction = reaction.at(c) {
          reaction.on(\.n0) { box.sum &+= $0.newValue() }
        }
      }
    }
  }

  @inline(never)
  func mix(_ number: Int) {
    reactor.mix(a) { $0.prop.n0 = number }
      .with(b) { $0.prop.n0 = number }
      .and(c) { $0.prop.n0 = number }
      .andReact()
  }
}

/// The same changes and comparisons by hand.
final class HandMixFixture {
  private var a = opaque(FlaskRecord())
  private var b = opaque(FlaskRecord())
  private var c = opaque(FlaskRecord())
  private var intObservers = (0..<3).map { _ in makeCounterObserver() }
  private var sum = 0

  @inline(never)
  func mix(_ number: Int) {
    // What is listened to is kept from before, as in a comparison by hand.
    let (a0, a1) = (a.n0, a.x0)
    let (b0, b1) = (b.n0, b.x0)
    let c0 = c.n0
    opaque(RecordMix { $0.n0 = number }).call(&a)
    opaque(RecordMix { $0.n0 = number }).call(&b)
    opaque(RecordMix { $0.n0 = number }).call(&c)
    if a.n0 != a0 { intObservers[0].call(a.n0) }
    if a.x0 != a1 { sum &+= Int(a.x0) }
    if b.n0 != b0 { intObservers[1].call(b.n0) }
    if b.x0 != b1 { sum &+= Int(b.x0) }
    if c.n0 != c0 { intObservers[2].call(c.n0) }
  }

  /// With the states before kept whole, so that the mix could be taken back.
  @inline(never)
  func mixKeeping(_ number: Int) {
    let before = opaque(Records(a: a, b: b, c: c))
    opaque(RecordMix { $0.n0 = number }).call(&a)
    opaque(RecordMix { $0.n0 = number }).call(&b)
    opaque(RecordMix { $0.n0 = number }).call(&c)
    if a.n0 != before.a.n0 { intObservers[0].call(a.n0) }
    if a.x0 != before.a.x0 { sum &+= Int(a.x0) }
    if b.n0 != before.b.n0 { intObservers[1].call(b.n0) }
    if b.x0 != before.b.x0 { sum &+= Int(b.x0) }
    if c.n0 != before.c.n0 { intObservers[2].call(c.n0) }
    blackHole(before)
  }
}

/// A change of a record, wrapped in its exact type.
struct RecordMix {
  let call: (inout FlaskRecord) -> Void

  init(_ call: @escaping (inout FlaskRecord) -> Void) { self.call = call }
}

/// Three states, as they were.
struct Records {
  let a: FlaskRecord
  let b: FlaskRecord
  let c: FlaskRecord
}

/// A thousand reactors of one substance; ten listen to the key that changes.
@MainActor
final class FlaskFanoutFixture {
  private let flask = Flask(name: "bench", archives: MemoryArchives())
  private let substance: Substance<FlaskRecord>
  private let mixer: Reactor<FlaskFanoutFixture.Owner>
  private let owners: [Owner]
  private let owner = Owner()

  final class Owner {
    var sum = 0
  }

  init(reactors: Int, listening: Int) {
    substance = flask.newSubstance(definedBy: FlaskRecord.self)
    mixer = flask.reactor(attachedTo: owner, mixing: substance)
    owners = (0..<reactors).map { _ in Owner() }
    for (index, owner) in owners.enumerated() {
      let reactor = flask.reactor(attachedTo: owner, mixing: substance)
      let path = index < listening ? \FlaskRecord.n0 : \FlaskRecord.n1
      reactor.on(path) { owner, change in owner.sum &+= change.newValue() }
    }
  }

  func mix(_ number: Int) {
    mixer.mix(substance) { $0.prop.n0 = number }.andReact()
  }
}
