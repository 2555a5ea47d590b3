import Testing

@testable import MillraceCoding
@testable import MillraceJournal

@Suite("XXH64")
struct CodingChecksumTests {
  @Test(
    "gives the published sums",
    arguments: [
      ([], 0xEF46_DB37_51D8_E999), (Array("a".utf8), 0xD24E_C4F1_A98C_6E5B),
      (Array("abc".utf8), 0x44BC_2CF5_AD77_0999),
    ]
      as [([UInt8], UInt64)])
  func published(bytes: [UInt8], sum: UInt64) {
    #expect(Checksum64.of(bytes) == sum)
  }

  @Test("gives the sums of another implementation, for lengths that take all its ways, and with seeds")
  func computed() {
    #expect(Checksum64.of(Array(0..<100)) == 0x6AC1_E580_3216_6597)
    #expect(Checksum64.of(Array(0..<101), seed: 42) == 0x5199_593E_B8B7_A194)
    #expect(Checksum64.of([], seed: 2_654_435_761) == 0xAC75_FDA2_929B_17EF)
    #expect(Checksum64.of(Array(0..<32), seed: 7) == 0xA597_2D57_C4AE_A230)
    let long = (0..<1023).map { UInt8(truncatingIfNeeded: $0 * 7) }
    #expect(Checksum64.of(long, seed: .max) == 0xCDFA_E0D0_F24F_CD91)
  }

  @Test("does not care where in memory the bytes begin")
  func unaligned() {
    let bytes = (0..<80).map { UInt8($0) }
    for shift in 0..<8 {
      let padded = [UInt8](repeating: 9, count: shift) + bytes
      let sum = padded.withUnsafeBytes { Checksum64.of(UnsafeRawBufferPointer(rebasing: $0[shift...])) }
      #expect(sum == Checksum64.of(bytes))
    }
  }
}
