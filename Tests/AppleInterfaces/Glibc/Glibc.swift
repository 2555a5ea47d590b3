// On Apple's systems, Foundation brings Darwin with it. On Linux, it brings the module of this name: with
// this one in its place on the compiler's path, `import Foundation` means Darwin's names and types here, too,
// and none of Glibc's.
@_exported public import Darwin
// Only loaded, not exported: what Foundation was compiled to is made of it.
import SwiftGlibc
