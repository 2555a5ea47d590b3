import Katana

/// A part of the Katana rows' model, with something in it that would be dear to copy.
struct Slice: Model {
  var count = 0
  var rows = Array(0..<100)
}

/// A model of twenty slices.
struct Slices: Model {
  var s0 = Slice()
  var s1 = Slice()
  var s2 = Slice()
  var s3 = Slice()
  var s4 = Slice()
  var s5 = Slice()
  var s6 = Slice()
  var s7 = Slice()
  var s8 = Slice()
  var s9 = Slice()
  var s10 = Slice()
  var s11 = Slice()
  var s12 = Slice()
  var s13 = Slice()
  var s14 = Slice()
  var s15 = Slice()
  var s16 = Slice()
  var s17 = Slice()
  var s18 = Slice()
  var s19 = Slice()

  /// Slices with this many rows each.
  init(rows: Int) {
    s0.rows = Array(0..<rows)
    s1.rows = Array(0..<rows)
    s2.rows = Array(0..<rows)
    s3.rows = Array(0..<rows)
    s4.rows = Array(0..<rows)
    s5.rows = Array(0..<rows)
    s6.rows = Array(0..<rows)
    s7.rows = Array(0..<rows)
    s8.rows = Array(0..<rows)
    s9.rows = Array(0..<rows)
    s10.rows = Array(0..<rows)
    s11.rows = Array(0..<rows)
    s12.rows = Array(0..<rows)
    s13.rows = Array(0..<rows)
    s14.rows = Array(0..<rows)
    s15.rows = Array(0..<rows)
    s16.rows = Array(0..<rows)
    s17.rows = Array(0..<rows)
    s18.rows = Array(0..<rows)
    s19.rows = Array(0..<rows)
  }
}

/// Tells the messages of the slices apart, as those of twenty modules would be.
enum Tag0 {}
enum Tag1 {}
enum Tag2 {}
enum Tag3 {}
enum Tag4 {}
enum Tag5 {}
enum Tag6 {}
enum Tag7 {}
enum Tag8 {}
enum Tag9 {}
enum Tag10 {}
enum Tag11 {}
enum Tag12 {}
enum Tag13 {}
enum Tag14 {}
enum Tag15 {}
enum Tag16 {}
enum Tag17 {}
enum Tag18 {}
enum Tag19 {}

/// The message of one slice.
enum SliceMessage<Tag>: Message {
  /// Adds to the count, and changes the row of that number.
  case add(Int)
}

/// The updater of one slice.
struct SliceUpdater<Tag>: TypedUpdater {
  func update(model: inout Slice, message: SliceMessage<Tag>) -> [any Command] { model.change(by: message) }
}

extension Slice {
  /// Changes a slice, for the dialect and for the floor alike.
  @inline(never)
  mutating func change<Tag>(by message: SliceMessage<Tag>) -> [any Command] {
    switch message {
    case .add(let amount):
      count &+= amount
      rows[count % rows.count] = count
    }
    return []
  }
}

/// The updater of all slices.
func makeSlicesUpdater() -> CombinedUpdater<Slices> {
  CombinedUpdater(
    .slice(\.s0, SliceUpdater<Tag0>()),
    .slice(\.s1, SliceUpdater<Tag1>()),
    .slice(\.s2, SliceUpdater<Tag2>()),
    .slice(\.s3, SliceUpdater<Tag3>()),
    .slice(\.s4, SliceUpdater<Tag4>()),
    .slice(\.s5, SliceUpdater<Tag5>()),
    .slice(\.s6, SliceUpdater<Tag6>()),
    .slice(\.s7, SliceUpdater<Tag7>()),
    .slice(\.s8, SliceUpdater<Tag8>()),
    .slice(\.s9, SliceUpdater<Tag9>()),
    .slice(\.s10, SliceUpdater<Tag10>()),
    .slice(\.s11, SliceUpdater<Tag11>()),
    .slice(\.s12, SliceUpdater<Tag12>()),
    .slice(\.s13, SliceUpdater<Tag13>()),
    .slice(\.s14, SliceUpdater<Tag14>()),
    .slice(\.s15, SliceUpdater<Tag15>()),
    .slice(\.s16, SliceUpdater<Tag16>()),
    .slice(\.s17, SliceUpdater<Tag17>()),
    .slice(\.s18, SliceUpdater<Tag18>()),
    .slice(\.s19, SliceUpdater<Tag19>()))
}

/// The same, written by hand for messages of any type.
func updateByHand(_ model: inout Slices, _ message: any Message) -> [any Command] {
  switch message {
  case let message as SliceMessage<Tag0>: model.s0.change(by: message)
  case let message as SliceMessage<Tag1>: model.s1.change(by: message)
  case let message as SliceMessage<Tag2>: model.s2.change(by: message)
  case let message as SliceMessage<Tag3>: model.s3.change(by: message)
  case let message as SliceMessage<Tag4>: model.s4.change(by: message)
  case let message as SliceMessage<Tag5>: model.s5.change(by: message)
  case let message as SliceMessage<Tag6>: model.s6.change(by: message)
  case let message as SliceMessage<Tag7>: model.s7.change(by: message)
  case let message as SliceMessage<Tag8>: model.s8.change(by: message)
  case let message as SliceMessage<Tag9>: model.s9.change(by: message)
  case let message as SliceMessage<Tag10>: model.s10.change(by: message)
  case let message as SliceMessage<Tag11>: model.s11.change(by: message)
  case let message as SliceMessage<Tag12>: model.s12.change(by: message)
  case let message as SliceMessage<Tag13>: model.s13.change(by: message)
  case let message as SliceMessage<Tag14>: model.s14.change(by: message)
  case let message as SliceMessage<Tag15>: model.s15.change(by: message)
  case let message as SliceMessage<Tag16>: model.s16.change(by: message)
  case let message as SliceMessage<Tag17>: model.s17.change(by: message)
  case let message as SliceMessage<Tag18>: model.s18.change(by: message)
  case let message as SliceMessage<Tag19>: model.s19.change(by: message)
  default: []
  }
}

/// The messages of all slices in one enum, as they cannot be when they belong to modules of their own.
enum AnySliceMessage {
  case s0(SliceMessage<Tag0>)
  case s1(SliceMessage<Tag1>)
  case s2(SliceMessage<Tag2>)
  case s3(SliceMessage<Tag3>)
  case s4(SliceMessage<Tag4>)
  case s5(SliceMessage<Tag5>)
  case s6(SliceMessage<Tag6>)
  case s7(SliceMessage<Tag7>)
  case s8(SliceMessage<Tag8>)
  case s9(SliceMessage<Tag9>)
  case s10(SliceMessage<Tag10>)
  case s11(SliceMessage<Tag11>)
  case s12(SliceMessage<Tag12>)
  case s13(SliceMessage<Tag13>)
  case s14(SliceMessage<Tag14>)
  case s15(SliceMessage<Tag15>)
  case s16(SliceMessage<Tag16>)
  case s17(SliceMessage<Tag17>)
  case s18(SliceMessage<Tag18>)
  case s19(SliceMessage<Tag19>)
}

/// The same, written by hand for that enum.
func updateByHand(_ model: inout Slices, _ message: AnySliceMessage) -> [any Command] {
  switch message {
  case .s0(let message): model.s0.change(by: message)
  case .s1(let message): model.s1.change(by: message)
  case .s2(let message): model.s2.change(by: message)
  case .s3(let message): model.s3.change(by: message)
  case .s4(let message): model.s4.change(by: message)
  case .s5(let message): model.s5.change(by: message)
  case .s6(let message): model.s6.change(by: message)
  case .s7(let message): model.s7.change(by: message)
  case .s8(let message): model.s8.change(by: message)
  case .s9(let message): model.s9.change(by: message)
  case .s10(let message): model.s10.change(by: message)
  case .s11(let message): model.s11.change(by: message)
  case .s12(let message): model.s12.change(by: message)
  case .s13(let message): model.s13.change(by: message)
  case .s14(let message): model.s14.change(by: message)
  case .s15(let message): model.s15.change(by: message)
  case .s16(let message): model.s16.change(by: message)
  case .s17(let message): model.s17.change(by: message)
  case .s18(let message): model.s18.change(by: message)
  case .s19(let message): model.s19.change(by: message)
  }
}
