/// Makes a structure that holds it be passed by its address.
///
/// A witness of a protocol hands a structure of a few hundred bytes on as a copy, which takes a fifth of the instructions of
/// a query while scrolling. The compiler cannot copy an existential so, and therefore nothing that holds one.
struct PassedByAddress {
    private let existential: any Sendable = ()
}
